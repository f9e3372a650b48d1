import { say } from '../../model/sentence.ts';
import type { Hex } from '../address.ts';
import type { Located, LocatedList } from '../abi/located.ts';
import { decoded, theAddress, type DecodedCall, type ContractCall } from '../call.ts';
import { defineCall } from '../descriptions/describe-call.ts';
import { addressFact } from '../descriptions/facts.ts';
import { countOfCalls, partFacts, readParts } from './batch-parts.ts';

interface Batch {
  readonly calls: LocatedList<{
    readonly target: Located<Hex>;
    readonly allowFailure: Located<boolean>;
    readonly value?: Located<bigint>;
    readonly callData: Located<Hex>;
  }>;
}

function batch({ calls: { items: calls } }: Batch, call: ContractCall): DecodedCall {
  const parts = calls.map(({ target, value, callData }) => ({ to: target, value, data: callData }));
  const mayFail = calls.flatMap(({ allowFailure }, index) => (allowFailure.value ? [String(index + 1)] : []));
  return decoded('multicall3.aggregate', `Batch of ${countOfCalls(calls.length)}`, {
    sentence: say(`Make ${countOfCalls(calls.length)} in one through `, theAddress(call.to)),
    facts: [
      addressFact('Contract', { value: call.to }),
      { label: 'May fail', value: mayFail.length === 0 ? 'none' : mayFail.join(', '), kind: 'text' },
      ...parts.flatMap((part, index) => partFacts(call, part, index + 1)),
    ],
    // Each contract sees the batch for its caller, not the account that sends it.
    inner: readParts(call, parts, call.to),
  });
}

/** Batches of Multicall3, in which every call is made by the contract itself. */
export const MULTICALL3_CALLS = [
  defineCall('aggregate3((address target, bool allowFailure, bytes callData)[] calls)', batch),
  defineCall(
    'aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls)',
    batch,
  ),
];
