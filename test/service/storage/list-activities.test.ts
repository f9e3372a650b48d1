import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { type CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTIVITY_STATUSES } from '#protocol/activity.ts';
import {
  type ActivityFilter,
  PageTooLarge,
  findActivityInTurn,
  listActivitiesOf,
} from '#service/storage/activities.ts';
import { orderedIds } from '#service/storage/activity-order.ts';
import { type Store, openStore } from '#service/storage/store.ts';
import { notingStatements, planOf } from '#test/fixtures/noted-statements.ts';
import { FREE_TURNS, inTurns } from '#test/fixtures/turns.ts';

const TYPES = ['ACTIVITY_TYPE_A', 'ACTIVITY_TYPE_B', 'ACTIVITY_TYPE_C', 'ACTIVITY_TYPE_RARE'];
const folder = mkdtempSync(join(tmpdir(), 'list-activities-'));
const votes: { id: string; activity: string; time: number }[] = [];
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
    for (let nth = 0; nth < at % 3; nth += 1) {
      // Of half of the activities the later vote was written first; of the others both are of one time.
      const vote = { id: `${row.id}-${nth}`, activity: row.id, time: at % 2 === 0 ? 5 : 5 - nth };
      votes.push(vote);
      await sql`
        INSERT INTO vote VALUES (${vote.id}, ${row.id}, 'u', '{}', 'VOTE_SELECTION_APPROVED', '', '', '', '', ${vote.time})`.execute(
        store,
      );
    }
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

/** The votes of an activity: oldest first, those of one time as they were written. */
const votesOf = (activity: string): string[] =>
  votes
    .filter((vote) => vote.activity === activity)
    .sort((a, b) => a.time - b.time)
    .map(({ id }) => id);

/** How many ids a round of reading them gives, of all kinds together. */
async function idsIn(round: CompiledQuery): Promise<number> {
  const rows = (await store.executeQuery(round)).rows as readonly { readonly ids: string }[];
  return rows.flatMap(({ ids }) => JSON.parse(ids) as string[]).length;
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
        const found = await listActivitiesOf(inTurns(store), filter);
        expect(found.map(({ activity }) => activity.id)).toEqual(expected(filter));
        for (const each of found) expect(each.votes.map(({ id }) => id)).toEqual(votesOf(each.activity.id));
      }),
      { numRuns: 400 },
    );
  });

  it('walks through no table and no index, for every combination of filters', async () => {
    const statuses = Array.from({ length: 1 << ACTIVITY_STATUSES.length }, (_, bits) =>
      ACTIVITY_STATUSES.filter((_status, at) => (bits & (1 << at)) !== 0),
    );
    const types = [[], [...TYPES.slice(0, 1)], TYPES, ['ACTIVITY_TYPE_NONE']];
    const [before, after] = [made[300]?.id, made[100]?.id];
    const cursors = [{}, { before }, { after }, { before, after }];
    // Statements of one text and another list of statuses have one plan: each text is explained once.
    const explained = new Set<string>();
    for (const combination of statuses.flatMap((status) =>
      types.flatMap((type) => cursors.map((cursor) => ({ status, type, cursor }))),
    )) {
      const { status, type, cursor } = combination;
      const filter = { organizationId: 'one', statuses: status, types: type, limit: 10 };
      const statements = await statementsOf({ before: undefined, after: undefined, ...filter, ...cursor });
      expect(statements.length).toBeGreaterThan(0);
      for (const statement of statements.filter(({ sql: text }) => !explained.has(text))) {
        explained.add(statement.sql);
        const plan = await planOf(store, statement);
        expect(plan.length).toBeGreaterThan(0);
        expect(
          plan.filter((step) => /\b(?:activity|vote)\b/.test(step) && !step.startsWith('SEARCH')),
        ).toEqual([]);
        // An index that is entered by its organization alone is walked through as well, but for the newest of all.
        const isBounded = (step: string): boolean => step.includes('(organization_id=? AND ');
        const isFiltered = status.length > 0 || type.length > 0;
        if (isFiltered)
          expect(plan.filter((step) => step.startsWith('SEARCH activity') && !isBounded(step))).toEqual([]);
      }
    }
    // The plain list, its pages, those by kind, and their votes.
    expect(explained.size).toBeGreaterThan(8);
  });

  it('reads a few rows of each kind, however many there are and however long the page is', async () => {
    const kinds = ACTIVITY_STATUSES.length * TYPES.length;
    const filter = { organizationId: 'one', statuses: ACTIVITY_STATUSES, types: TYPES, limit: 100 };
    const statements = await statementsOf({ ...filter, before: undefined, after: undefined });
    let read = 0;
    for (const statement of statements.filter(({ sql: text }) => text.includes('json_group_array')))
      read += await idsIn(statement);
    expect(read).toBeLessThan(kinds * Math.ceil(100 / kinds) + 2 * 100 * Math.log2(100));
  });

  it.each([1, 3, 10, 100])('reads ids twice where one of many kinds fills a page of %i', async (limit) => {
    const types = [
      ...TYPES.slice(0, 1),
      'ACTIVITY_TYPE_NONE',
      'ACTIVITY_TYPE_NOWHERE',
      'ACTIVITY_TYPE_NEVER',
    ];
    const filter = { organizationId: 'one', statuses: ACTIVITY_STATUSES.slice(0, 1), types, limit };
    const statements = await statementsOf({ ...filter, before: undefined, after: undefined });
    const rounds = statements.filter(({ sql: text }) => text.includes('json_group_array'));
    expect(rounds.length).toBeLessThanOrEqual(2);
    for (const round of rounds) expect(await idsIn(round)).toBeLessThanOrEqual(2 * limit);
  });

  it('reads the votes of a page with one statement, the same for a page of any length', async () => {
    const texts = new Set<string>();
    for (const limit of [1, 3, 10, 100]) {
      const filter = { organizationId: 'one', statuses: [], types: [], limit };
      const statements = await statementsOf({ ...filter, before: undefined, after: undefined });
      const [text, ...others] = statements
        .map((each) => each.sql)
        .filter((each) => each.includes('SELECT * FROM vote'));
      expect(others).toEqual([]);
      texts.add(text ?? '');
    }
    expect([...texts].join()).toContain('FROM vote');
    expect(texts.size).toBe(1);
  });
});

/** The statements that list activities, as they are sent to the database. */
async function statementsOf(filter: ActivityFilter): Promise<CompiledQuery[]> {
  const noted = notingStatements(store);
  await listActivitiesOf(inTurns(noted.store), filter);
  return noted.statements();
}

const insertLarge = (organizationId: string, id: string, bytes: number) =>
  sql`
    INSERT INTO activity (id, organization_id, type, status, intent, fingerprint, created_at, updated_at)
    VALUES (${id}, ${organizationId}, 'T', 'ACTIVITY_STATUS_COMPLETED', ${'x'.repeat(bytes)}, ${id}, 1, 1)`.execute(
    store,
  );

it('attack: activities that are made while a page waits for its turn don’t make it too large to read', async () => {
  await sql`INSERT INTO organization VALUES ('three', 'three', 1)`.execute(store);
  await insertLarge('three', 'a', 2 * 1024 * 1024);
  const filter = { organizationId: 'three', statuses: [], types: [], limit: 10 };
  const list = (give = FREE_TURNS.give) =>
    listActivitiesOf(
      { store, turns: { ...FREE_TURNS, give } },
      { ...filter, before: undefined, after: undefined },
    );
  expect(await list()).toHaveLength(1);
  const meanwhile = () => insertLarge('three', 'b', 33 * 1024 * 1024).then(() => undefined);
  await expect(list(meanwhile)).rejects.toThrow(PageTooLarge);
});

it('attack: a large activity that is asked for by its ID, or as a page of one, waits for its turn; a small one doesn’t', async () => {
  await sql`INSERT INTO organization VALUES ('four', 'four', 1)`.execute(store);
  await insertLarge('four', 'small', 1000);
  await insertLarge('four', 'larger', 33 * 1024 * 1024);
  let given = 0;
  const give = () => {
    given += 1;
    return Promise.resolve();
  };
  const on = { store, turns: { ...FREE_TURNS, give } };
  expect((await findActivityInTurn(on, 'four', 'small'))?.activity.id).toBe('small');
  expect(await findActivityInTurn(on, 'four', 'nowhere')).toBeUndefined();
  expect(given).toBe(0);
  expect((await findActivityInTurn(on, 'four', 'larger'))?.activity.id).toBe('larger');
  expect(given).toBe(1);
  const filter = { organizationId: 'four', statuses: [], types: [], limit: 1 };
  const page = await listActivitiesOf(on, { ...filter, before: 'small', after: undefined });
  expect(page.map(({ activity }) => activity.id)).toEqual(['larger']);
  expect(given).toBe(2);
});
