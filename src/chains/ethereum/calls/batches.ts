import type { Fact } from '../../decoded.ts';
import { say } from '../../sentence.ts';
import type { Hex } from '../address.ts';
import { bytesArrayOffsets, type ContractCall, decoded, theAddress, untilFact, wordFact } from '../call.ts';
import { defineCall } from '../define-call.ts';
import { bytesIn, countOfCalls } from './batch-parts.ts';

function batch(call: ContractCall, calls: readonly Hex[], index: number, facts: Fact[] = []) {
  const offsets = bytesArrayOffsets(call, index, calls.length);
  return decoded('multicall', `Batch of ${countOfCalls(calls.length)}`, {
    sentence: say(`Make ${countOfCalls(calls.length)} in one on `, theAddress(call.to)),
    facts: [
      { label: 'Contract', value: call.to, kind: 'address' },
      { label: 'Calls', value: String(calls.length), kind: 'number' },
      ...facts,
    ],
    // The contract calls itself with each part; all parts see the value of the whole.
    inner: calls.map((inner, element) =>
      call.readInner({ offset: offsets[element] ?? 0, length: bytesIn(inner) }),
    ),
  });
}

const multicall = defineCall('function multicall(bytes[] data)', ([calls], call) => batch(call, calls, 0));

const multicallWithDeadline = defineCall(
  'function multicall(uint256 deadline, bytes[] data)',
  ([deadline, calls], call) => ({
    ...batch(call, calls, 1, [untilFact(call, deadline, 0)]),
    deadline: deadline,
  }),
);

const multicallAfterBlock = defineCall(
  'function multicall(bytes32 previousBlockhash, bytes[] data)',
  ([block, calls], call) =>
    batch(call, calls, 1, [wordFact(call, 'Valid only behind the block', block, 0, 'hash')]),
);

/** Batches of calls that a contract makes to itself. */
export const BATCH_CALLS = [multicall, multicallWithDeadline, multicallAfterBlock];
