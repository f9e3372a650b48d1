import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Outcome } from '#protocol/policies/evaluate-policy.ts';
import { evaluationsOf, insertEvaluation } from '#service/storage/policy-evaluations.ts';
import { FREE_TURNS, inTurns } from '#test/fixtures/turns.ts';
import { insertRow } from '#service/storage/rows.ts';
import { openStore, type Store } from '#service/storage/store.ts';

const OUTCOMES: readonly Outcome[] = [
  'OUTCOME_ALLOW',
  'OUTCOME_REQUIRES_CONSENSUS',
  'OUTCOME_REJECTED',
  'OUTCOME_DENY_EXPLICIT',
  'OUTCOME_DENY_IMPLICIT',
  'OUTCOME_TIME_INACTIVE',
  'OUTCOME_ERROR',
];
const folder = mkdtempSync(join(tmpdir(), 'keyops-evaluations-'));
let store: Store;
let made = 0;

beforeAll(async () => {
  store = await openStore(folder);
  await insertRow(store, 'organization', { id: 'o', name: 'o', created_at: 1 });
});
afterAll(async () => {
  await store.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const keep = async (activity: string, policies: readonly { policyId: string; outcome: Outcome }[]) => {
  made += 1;
  await insertEvaluation(
    store,
    { id: `vote-${made}`, activity_id: activity, created_at: made },
    'o',
    policies,
  );
};

it('gives back what each policy said at each vote', async () => {
  const said = fc.array(fc.record({ policyId: fc.uuid(), outcome: fc.constantFrom(...OUTCOMES) }), {
    minLength: 1,
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(fc.uuid(), fc.array(said, { minLength: 1, maxLength: 3 }), async (activity, votes) => {
      for (const policies of votes) await keep(activity, policies);
      const found = await evaluationsOf(inTurns(store), 'o', activity);
      expect(found.slice(-votes.length).map(({ policies }) => policies)).toEqual(votes);
    }),
    { numRuns: 50 },
  );
});

it('keeps what a thousand policies said in less than a kilobyte, their list once', async () => {
  const policies = Array.from({ length: 1000 }, (_, at) => ({
    policyId: crypto.randomUUID(),
    outcome: at === 500 ? ('OUTCOME_ALLOW' as const) : ('OUTCOME_DENY_IMPLICIT' as const),
  }));
  const bytes = async (): Promise<{ lists: number; kept: number }> => {
    const { rows } = await sql<{ lists: number; kept: number }>`
      SELECT (SELECT count(*) FROM policy_list) AS lists,
        (SELECT sum(length(evaluations) + length(policy_list) + length(vote_id)) FROM policy_evaluation) AS kept`.execute(
      store,
    );
    return rows[0] ?? { lists: 0, kept: 0 };
  };
  await keep('first', policies);
  const before = await bytes();
  await keep('second', policies);
  const after = await bytes();
  expect(after.lists).toBe(before.lists);
  expect(after.kept - before.kept).toBeLessThan(200);
});

it('attack: a policy more or less each time: what is kept grows by what changed, and all of it can be read', async () => {
  const bytes = async (): Promise<number> => {
    const { rows } = await sql<{ kept: number }>`
      SELECT sum(length(id) + length(policy_ids)) AS kept FROM policy_list`.execute(store);
    return rows[0]?.kept ?? 0;
  };
  let ids = Array.from({ length: 1000 }, () => crypto.randomUUID());
  const said = () => ids.map((policyId) => ({ policyId, outcome: 'OUTCOME_DENY_IMPLICIT' as const }));
  await keep('growing', said());
  const before = await bytes();
  const expected = [said()];
  for (let change = 0; change < 130; change += 1) {
    ids = change % 3 === 0 ? ids.filter((_, at) => at !== change * 5) : [...ids, crypto.randomUUID()];
    await keep('growing', said());
    expected.push(said());
  }
  // Whole, they would be 130 times 39 kB; every 64th is.
  expect((await bytes()) - before).toBeLessThan(130 * 1024);
  expect((await evaluationsOf(inTurns(store), 'o', 'growing')).map(({ policies }) => policies)).toEqual(
    expected,
  );
});

it('attack: a list that was undone with its request is nothing to build on', async () => {
  const first = Array.from({ length: 50 }, () => ({
    policyId: crypto.randomUUID(),
    outcome: 'OUTCOME_ALLOW' as const,
  }));
  const second = first.slice(1);
  const undone = store.transaction().execute(async (unit) => {
    await insertEvaluation(unit, { id: 'v', activity_id: 'undone', created_at: 1 }, 'o', first);
    throw new Error('refused after all');
  });
  await expect(undone).rejects.toThrow('refused after all');
  await keep('after', second);
  await keep('after', first);
  expect((await evaluationsOf(inTurns(store), 'o', 'after')).map(({ policies }) => policies)).toEqual([
    second,
    first,
  ]);
});

it('attack: many votes on one activity: others have turns while what thousands of policies said is told', async () => {
  const policies = Array.from({ length: 1000 }, (_, at) => ({
    policyId: `${at}`,
    outcome: 'OUTCOME_DENY_IMPLICIT' as const,
  }));
  for (let vote = 0; vote < 9; vote += 1) await keep('much', policies);
  let gave = 0;
  const turns = { ...FREE_TURNS, give: () => Promise.resolve(void (gave += 1)) };
  const found = await evaluationsOf({ store, turns }, 'o', 'much');
  expect(found.map((each) => each.policies)).toEqual(Array(9).fill(policies));
  expect(gave).toBe(4);
});

it('reads what was kept before lists were', async () => {
  const kept = [{ policyId: 'p', outcome: 'OUTCOME_ALLOW' }];
  await insertRow(store, 'policy_evaluation', {
    ...{ id: 'old', organization_id: 'o', activity_id: 'old', vote_id: 'v', policy_list: null },
    ...{ evaluations: JSON.stringify(kept), created_at: 1 },
  });
  expect((await evaluationsOf(inTurns(store), 'o', 'old')).map(({ policies }) => policies)).toEqual([kept]);
});
