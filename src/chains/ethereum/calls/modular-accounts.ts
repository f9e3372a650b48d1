import { parseAbiParameters } from 'viem/utils';
import type { Fact } from '../../model/decoded.ts';
import { say } from '../../model/sentence.ts';
import { decodeLocated } from '../abi/decode.ts';
import { bytesIn, located, sliceOf, type Located, type LocatedList } from '../abi/located.ts';
import { toChecksumAddress, type Hex } from '../address.ts';
import { bytesAt, decoded, theAddress, type ContractCall } from '../call.ts';
import { runsForeignCode } from '../call-warnings.ts';
import { defineCall } from '../descriptions/describe-call.ts';
import { addressFact, valueFact } from '../descriptions/facts.ts';
import { fromAccount, unreadByAccount } from './accounts.ts';
import type { BatchPart } from './batch-parts.ts';

/** The first byte of an execution mode (ERC-7579). */
const SINGLE = '00';
const BATCH = '01';
const DELEGATED = 'ff';
const KINDS: Readonly<Record<string, string>> = {
  [SINGLE]: 'one call',
  [BATCH]: 'batch',
  [DELEGATED]: 'delegate call',
};

const EXECUTIONS = parseAbiParameters('(address to, uint256 value, bytes data)[] executions');

/** An address at the start of packed bytes. */
function leadingAddress(packed: Located<Hex>): Located<Hex> {
  const address = sliceOf(packed, 0, 20);
  return located(address, toChecksumAddress(address.value));
}

/** One call, packed: address (20 bytes), value (32), data. */
function packedCall(packed: Located<Hex>): BatchPart[] | null {
  if (bytesIn(packed.value) < 52) return null;
  const value = sliceOf(packed, 20, 52);
  return [
    { to: leadingAddress(packed), value: located(value, BigInt(value.value)), data: sliceOf(packed, 52) },
  ];
}

function encodedCalls(call: ContractCall, encoded: Located<Hex>): readonly BatchPart[] | null {
  const found = decodeLocated(EXECUTIONS, bytesAt(call, encoded.range), encoded.range[0]);
  return found === null
    ? null
    : (found as unknown as { executions: LocatedList<BatchPart> }).executions.items;
}

function delegated(call: ContractCall, packed: Located<Hex>, facts: readonly Fact[]) {
  if (bytesIn(packed.value) < 20) return unreadByAccount(call, 'The delegate call names no address.', facts);
  const code = leadingAddress(packed);
  const data = sliceOf(packed, 20);
  return decoded('account.execute', 'Foreign code run by an account', {
    sentence: say('From the account ', theAddress(call.to), ': run the code of ', theAddress(code.value)),
    facts: [
      addressFact('Account', { value: call.to }),
      ...facts,
      addressFact('Code', code),
      valueFact('Data', data, data.value, 'data'),
    ],
    warnings: [runsForeignCode(code.value, 'the account')],
    blind: true,
  });
}

const execute = defineCall('execute(bytes32 mode, bytes executionCalldata)', (args, call) => {
  const { mode, executionCalldata: data } = args;
  const kind = mode.value.slice(2, 4);
  const goesOn = mode.value.slice(4, 6) === '01';
  const facts = [
    valueFact('Execution mode', mode, `${KINDS[kind] ?? 'unknown'} (${mode.value})`),
    valueFact('If a call fails', mode, goesOn ? 'the rest goes on' : 'nothing is done'),
  ];
  if (kind === DELEGATED) return delegated(call, data, facts);
  const parts = kind === SINGLE ? packedCall(data) : kind === BATCH ? encodedCalls(call, data) : null;
  return parts === null
    ? unreadByAccount(call, `The calls of the mode ${mode.value} could not be read.`, facts)
    : fromAccount(call, parts, facts);
});

/** The one call by which modular accounts (ERC-7579) and minimal batch executors (ERC-7821) are told what to do. */
export const MODULAR_ACCOUNT_CALLS = [execute];
