import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { type KyselyPlugin, RawNode, type RootOperationNode, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTIVITY_STATUSES } from '#protocol/activity.ts';
import { type ActivityFilter, listActivitiesOf } from '#service/storage/activities.ts';
import { orderedIds } from '#service/storage/activity-order.ts';
import { type Store, openStore } from '#service/storage/store.ts';

const TYPES = ['ACTIVITY_TYPE_A', 'ACTIVITY_TYPE_B', 'ACTIVITY_TYPE_C', 'ACTIVITY_TYPE_RARE'];
const folder = mkdtempSync(join(tmpdir(), 'list-activities-'));
const made: { id: string; organization: string; status: string; type: string }[] = [];
let store: Store;

beforeAll(async () => {
  store = await openStore(folder);
  for (const id of ['one', 'two'])
    await sql`INSERT INTO organization VALUES (${id}, ${id}, 1)`.execute(store);
  const next = orderedIds(() => 1_700_000_000_000);
  for (let at = 0; at < 400; at += 1) {
    const row = {
      id: next(),
      organization: at % 5 === 0 ? 'two' : 'one',
      status: ACTIVITY_STATUSES[(at * 31) % 5] ?? 'ACTIVITY_STATUS_CREATED',
      type: at === 222 ? 'ACTIVITY_TYPE_RARE' : (TYPES[(at * 17) % 3] ?? ''),
    };
    made.push(row);
    await sql`
      INSERT INTO activity (id, organization_id, type, status, intent, fingerprint, created_at, updated_at)
      VALUES (${row.id}, ${row.organization}, ${row.type}, ${row.status}, '{}', ${row.id}, ${at}, ${at})`.execute(
      store,
    );
  }
});

afterAll(async () => {
  await store.destroy();
  rmSync(folder, { recursive: true });
});

/** What the list must be, by going through everything. */
function expected({ organizationId, statuses, types, limit, before, after }: ActivityFilter): string[] {
  const matching = made.filter(
    ({ id, organization, status, type }) =>
      organization === organizationId &&
      (statuses.length === 0 || statuses.some((each) => each === status)) &&
      (types.length === 0 || types.includes(type)) &&
      (before === undefined || id < before) &&
      (after === undefined || id > after),
  );
  const page =
    after !== undefined && before === undefined ? matching.slice(0, limit) : matching.slice(-limit);
  return page.map(({ id }) => id).reverse();
}

const cursor = () =>
  fc.option(
    fc.nat(399).map((at) => made[at]?.id ?? ''),
    { nil: undefined },
  );
const filters = () =>
  fc.record({
    organizationId: fc.constantFrom('one', 'two', 'nobody'),
    statuses: fc.array(fc.constantFrom(...ACTIVITY_STATUSES), { maxLength: 8 }),
    types: fc.array(fc.constantFrom(...TYPES, 'ACTIVITY_TYPE_NONE', "a'b"), { maxLength: 5 }),
    limit: fc.constantFrom(1, 3, 10, 100),
    before: cursor(),
    after: cursor(),
  });

describe('a list of activities', () => {
  it('is the page that going through all of them gives, for every combination of filters', async () => {
    await fc.assert(
      fc.asyncProperty(filters(), async (filter) => {
        const found = await listActivitiesOf(store, filter);
        expect(found.map(({ activity }) => activity.id)).toEqual(expected(filter));
      }),
      { numRuns: 400 },
    );
  });

  it('walks through no table and no index, for every combination of filters', async () => {
    await fc.assert(
      fc.asyncProperty(filters(), async (filter) => {
        const plan = await planOf(filter);
        expect(plan.length).toBeGreaterThan(0);
        expect(plan.filter((step) => /\bactivity\b/.test(step) && !step.startsWith('SEARCH'))).toEqual([]);
        // An index that is entered by its organization alone is walked through as well.
        const isFiltered = filter.statuses.length > 0 || filter.types.length > 0;
        const isBounded = (step: string): boolean => step.includes('(organization_id=? AND ');
        if (isFiltered)
          expect(plan.filter((step) => step.startsWith('SEARCH activity') && !isBounded(step))).toEqual([]);
      }),
    );
  });
});

/** SQLite's own plan of the statement that lists activities. */
async function planOf(filter: ActivityFilter): Promise<string[]> {
  const steps: string[] = [];
  const explain: KyselyPlugin = {
    transformQuery: ({ node }): RootOperationNode =>
      RawNode.is(node)
        ? RawNode.create(
            [`EXPLAIN QUERY PLAN ${node.sqlFragments[0] ?? ''}`, ...node.sqlFragments.slice(1)],
            node.parameters,
          )
        : node,
    transformResult: ({ result }) => {
      for (const { detail } of result.rows) if (typeof detail === 'string') steps.push(detail);
      return Promise.resolve({ ...result, rows: [] });
    },
  };
  await listActivitiesOf(store.withPlugin(explain), filter);
  return steps;
}
