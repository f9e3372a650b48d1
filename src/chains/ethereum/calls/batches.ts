import type { Fact } from '../../model/decoded.ts';
import { say } from '../../model/sentence.ts';
import type { Hex } from '../address.ts';
import type { Located, LocatedList } from '../abi/located.ts';
import { type ContractCall, decoded, theAddress } from '../call.ts';
import { defineCall } from '../descriptions/describe-call.ts';
import { addressFact, untilFact, valueFact } from '../descriptions/facts.ts';
import { countOfCalls } from './batch-parts.ts';

function batch(call: ContractCall, { items: calls }: LocatedList<Located<Hex>>, facts: Fact[] = []) {
  return decoded('multicall', `Batch of ${countOfCalls(calls.length)}`, {
    sentence: say(`Make ${countOfCalls(calls.length)} in one on `, theAddress(call.to)),
    facts: [
      addressFact('Contract', { value: call.to }),
      { label: 'Calls', value: String(calls.length), kind: 'number' },
      ...facts,
    ],
    // The contract calls itself with each part; all parts see the value of the whole.
    inner: calls.map(({ range }) => call.readInner({ range })),
  });
}

/** Batches of calls that a contract makes to itself. */
export const BATCH_CALLS = [
  defineCall('multicall(bytes[] data)', ({ data }, call) => batch(call, data)),
  defineCall('multicall(uint256 deadline, bytes[] data)', ({ deadline, data }, call) => ({
    ...batch(call, data, [untilFact(deadline)]),
    deadline: deadline.value,
  })),
  defineCall(
    'multicall(bytes32 previousBlockhash, bytes[] data)',
    ({ previousBlockhash: block, data }, call) =>
      batch(call, data, [valueFact('Valid only behind the block', block, block.value, 'hash')]),
  ),
];
