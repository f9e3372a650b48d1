import type { Fact } from '../../model/decoded.ts';
import { bytesIn, located, sliceOf, type Located } from '../abi/located.ts';
import { toChecksumAddress, type Hex } from '../address.ts';
import { addressFact, valueFact } from '../descriptions/facts.ts';

/** An address with data behind it; nothing where the value is empty. */
function addressAndData(value: Located<Hex>, [address, rest]: readonly [string, string]): Fact[] {
  const length = bytesIn(value.value);
  const dataFact = (data: Located<Hex>) => valueFact(rest, data, data.value, 'data');
  if (length === 0) return [];
  if (length < 20) return [dataFact(value)];
  const who = sliceOf(value, 0, 20);
  return [
    addressFact(address, located(who, toChecksumAddress(who.value))),
    ...(length === 20 ? [] : [dataFact(sliceOf(value, 20))]),
  ];
}

/** The mark by which an operation says that its account is one by delegation (EIP-7702), padded or not. */
const DELEGATED = /^0x7702(?:0{36}|$)/;

/** Facts of how an account is made before it acts. */
export const factoryFacts = (initCode: Located<Hex>): Fact[] =>
  DELEGATED.test(initCode.value)
    ? [{ ...valueFact('Account code', initCode, 'by delegation (EIP-7702)'), note: initCode.value }]
    : addressAndData(initCode, ['Account made by', 'Data for its making']);

/** Facts of who pays for an operation in the account's stead. */
export const paymasterFacts = (paymasterAndData: Located<Hex>): Fact[] =>
  addressAndData(paymasterAndData, ['Paid by', 'Data for the paymaster']);
