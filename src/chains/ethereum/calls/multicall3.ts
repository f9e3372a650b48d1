import { say } from '../../sentence.ts';
import type { Hex } from '../address.ts';
import {
  bytesOffset,
  decoded,
  theAddress,
  tuplesAt,
  word,
  type DecodedCall,
  type ContractCall,
} from '../call.ts';
import { defineCall } from '../define-call.ts';
import { bytesIn, countOfCalls, partFacts, readParts, type BatchPart } from './batch-parts.ts';

interface Called {
  readonly target: Hex;
  readonly allowFailure: boolean;
  readonly value?: bigint;
  readonly callData: Hex;
}

/** Tells a batch whose tuples are the pointer in word 0; the data of each is the pointer in its last word. */
function batch(call: ContractCall, calls: readonly Called[], dataWord: number): DecodedCall {
  const places = tuplesAt(call, 0, calls.length);
  const parts = calls.map(({ target, value, callData }, index): BatchPart => {
    const at = places[index] ?? call;
    return {
      to: target,
      value: value ?? 0n,
      offset: at.offset - call.offset + bytesOffset(at, dataWord),
      length: bytesIn(callData),
      toRange: word(at, 0, 12),
      valueRange: value === undefined ? null : word(at, 2),
    };
  });
  const mayFail = calls.flatMap(({ allowFailure }, index) => (allowFailure ? [String(index + 1)] : []));
  return decoded('multicall3.aggregate', `Batch of ${countOfCalls(calls.length)}`, {
    sentence: say(`Make ${countOfCalls(calls.length)} in one through `, theAddress(call.to)),
    facts: [
      { label: 'Contract', value: call.to, kind: 'address' },
      { label: 'May fail', value: mayFail.length === 0 ? 'none' : mayFail.join(', '), kind: 'text' },
      ...parts.flatMap((part, index) => partFacts(call, part, index + 1)),
    ],
    // Each contract sees the batch for its caller, not the account that sends it.
    inner: readParts(call, parts, call.to),
  });
}

/** Batches of Multicall3, in which every call is made by the contract itself. */
export const MULTICALL3_CALLS = [
  defineCall(
    'function aggregate3((address target, bool allowFailure, bytes callData)[] calls)',
    ([calls], call) => batch(call, calls, 2),
  ),
  defineCall(
    'function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls)',
    ([calls], call) => batch(call, calls, 3),
  ),
];
