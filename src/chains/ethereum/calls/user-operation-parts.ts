import type { Fact } from '../../decoded.ts';
import { toChecksumAddress, type Hex } from '../address.ts';
import { bytesOffset, type ContractCall } from '../call.ts';
import { bytesIn } from './batch-parts.ts';

/** An address with data behind it, in a `bytes` value whose pointer is the n-th word; nothing where it is empty. */
function addressAndData(
  at: ContractCall,
  labels: readonly [string, string],
  value: Hex,
  index: number,
): Fact[] {
  if (value === '0x') return [];
  const start = at.offset + bytesOffset(at, index);
  const end = start + bytesIn(value);
  const [address, rest] = labels;
  const data = (from: number): Fact => ({
    label: rest,
    value: `0x${value.slice(2 + 2 * from)}`,
    kind: 'data',
    ranges: [[start + from, end]],
  });
  if (bytesIn(value) < 20) return [data(0)];
  return [
    {
      label: address,
      value: toChecksumAddress(value.slice(0, 42)),
      kind: 'address',
      ranges: [[start, start + 20]],
    },
    ...(bytesIn(value) === 20 ? [] : [data(20)]),
  ];
}

/** The mark by which an operation says that its account is one by delegation (EIP-7702), padded or not. */
const DELEGATED = /^0x7702(?:0{36}|$)/;

/** Facts of the third word of an operation, by which an account is made before it acts. */
export function factoryFacts(at: ContractCall, initCode: Hex): Fact[] {
  if (!DELEGATED.test(initCode))
    return addressAndData(at, ['Account made by', 'Data for its making'], initCode, 2);
  const start = at.offset + bytesOffset(at, 2);
  return [
    {
      label: 'Account code',
      value: 'by delegation (EIP-7702)',
      kind: 'text',
      note: initCode,
      ranges: [[start, start + bytesIn(initCode)]],
    },
  ];
}

/** Facts of who pays for an operation in the account's stead. */
export const paymasterFacts = (at: ContractCall, paymasterAndData: Hex, index: number): Fact[] =>
  addressAndData(at, ['Paid by', 'Data for the paymaster'], paymasterAndData, index);
