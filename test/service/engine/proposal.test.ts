import { expect, test } from 'vitest';
import { deleteSecrets } from '#protocol/catalogue/secrets.ts';
import { policyInputsOf } from '#service/engine/proposal.ts';

test('attack: the policies asked about a hundred things have one bound for all of them together', async () => {
  const things = Array.from({ length: 100 }, (_, at) => ({ secret: { id: String(at) } }));
  const handler = {
    ...({ kind: 'submit', operation: deleteSecrets } as const),
    handle: () => Promise.resolve({}),
    rules: { eachConditionValues: () => Promise.resolve(things) },
  };
  const decidedBy = {
    ...{ organizationId: '', policies: [], users: new Map(), electorate: [] },
    rootQuorum: { threshold: 1, userIds: [] },
  };
  const proposal = { handler, parameters: { secretIds: [] }, votes: [] };
  const inputs = await policyInputsOf(undefined as never, decidedBy, proposal, 0);
  expect(inputs).toHaveLength(100);
  expect(inputs[0].work?.left).toBe(1_000_000);
  expect(inputs.every(({ work }) => work === inputs[0].work)).toBe(true);
});
