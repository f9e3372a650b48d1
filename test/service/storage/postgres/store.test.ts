import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTIVITY_STATUSES } from '#protocol/activity.ts';
import { firstSenderOf } from '#service/features/provider-credentials/store.ts';
import { inTurns } from '#test/fixtures/turns.ts';
import { listActivitiesOf } from '#service/storage/activities.ts';
import { newestActivityId, orderedIds } from '#service/storage/activity-order.ts';
import { sessionKeysAmong } from '#service/storage/credentials.ts';
import { evaluationsOf, insertEvaluation } from '#service/storage/policy-evaluations.ts';
import { openPostgresStore } from '#service/storage/postgres-store.ts';
import {
  allWhere,
  deleteWhere,
  findRow,
  insertRow,
  pageOfRows,
  recordsInTurns,
} from '#service/storage/rows.ts';
import { putSetting, readSetting } from '#service/storage/settings.ts';
import { openStore, type Store } from '#service/storage/store.ts';
import { noPostgres, PostgresServer } from '#test/fixtures/postgres-server.ts';

const ORGANIZATIONS = ['one', 'two'] as const;
const TYPES = ['ACTIVITY_TYPE_A', 'ACTIVITY_TYPE_B', 'ACTIVITY_TYPE_C'];
const profile = (id: string, organization_id: string) => ({
  ...{ id, organization_id, name: id, scope: 'true', expiration_seconds: null, notes: null },
  ...{ created_at: 1, updated_at: 1 },
});

/** The same rows in each. @returns the ids of the activities, oldest first */
async function fill(store: Store, ids: readonly string[]): Promise<void> {
  for (const id of ORGANIZATIONS) await insertRow(store, 'organization', { id, name: id, created_at: 1 });
  // Neither in the order of their ids, nor told apart by the time.
  for (const id of ['z', 'B', 'a', 'Ä', '_'])
    for (const organization of ORGANIZATIONS)
      await insertRow(store, 'session_profile', profile(`${id} ${organization}`, organization));
  for (const [at, id] of ids.entries()) {
    const type = TYPES[(at * 17) % 3] ?? '';
    await insertRow(store, 'activity', {
      ...{ id, organization_id: ORGANIZATIONS[at % 5 === 0 ? 1 : 0], type, fingerprint: id },
      status: ACTIVITY_STATUSES[(at * 31) % 5] ?? 'ACTIVITY_STATUS_CREATED',
      ...{ intent: `{"text":"aB${at}_%"}`, result: null, failure: null, app_proofs: null },
      ...{ created_at: at, updated_at: Number.MAX_SAFE_INTEGER },
    });
    await insertRow(store, 'vote', {
      ...{ id: `vote ${at}`, activity_id: id, user_id: `user ${at}`, user: '{}', message: '' },
      ...{ selection: 'VOTE_SELECTION_APPROVED', public_key: '', signature: '', scheme: '', created_at: 1 },
    });
  }
}

describe.skipIf(noPostgres !== undefined)(`a store on PostgreSQL ${noPostgres ?? ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'keyops-stores-'));
  const next = orderedIds(() => 1_700_000_000_000);
  const ids = Array.from({ length: 200 }, () => next());
  let server: PostgresServer;
  let stores: readonly [sqlite: Store, postgres: Store];

  beforeAll(async () => {
    server = await PostgresServer.start();
    stores = [await openStore(folder), await openPostgresStore(await server.makeDatabase())];
    for (const store of stores) await fill(store, ids);
  });
  afterAll(async () => {
    for (const store of stores) await store.destroy();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** What each of them answers. */
  const asked = async <T>(ask: (store: Store) => Promise<T>): Promise<[T, T]> => [
    await ask(stores[0]),
    await ask(stores[1]),
  ];
  const expectSame = async (ask: (store: Store) => Promise<unknown>): Promise<void> => {
    const [sqlite, postgres] = await asked(ask);
    expect(postgres).toEqual(sqlite);
  };

  it('gives the pages of activities that SQLite gives, for every combination of filters', async () => {
    const cursor = () => fc.option(fc.constantFrom(...ids), { nil: undefined });
    const filters = fc.record({
      organizationId: fc.constantFrom(...ORGANIZATIONS, 'nobody'),
      statuses: fc.subarray([...ACTIVITY_STATUSES]),
      types: fc.subarray([...TYPES, 'ACTIVITY_TYPE_OF_NONE']),
      limit: fc.integer({ min: 1, max: 40 }),
      ...{ before: cursor(), after: cursor() },
    });
    await fc.assert(
      fc.asyncProperty(filters, (filter) => expectSame((store) => listActivitiesOf(inTurns(store), filter))),
      { numRuns: 150 },
    );
  });

  it('pages and lists rows in the order of their making, as SQLite does', async () => {
    const match = { organization_id: 'one' };
    for (const cursors of [
      {},
      { after: 'B one' },
      { before: 'Ä one' },
      { after: 'z one', before: '_ one' },
      { after: 'none' },
    ])
      await expectSame((store) =>
        pageOfRows(store, 'session_profile', match, {
          limit: 3,
          before: undefined,
          after: undefined,
          ...cursors,
        }),
      );
    await expectSame((store) => allWhere(store, 'session_profile', match));
    await expectSame((store) => recordsInTurns(inTurns(store), 'session_profile', 'one', ({ id }) => id));
    await expectSame(newestActivityId);
    await expectSame((store) => findRow(store, 'session_profile', 'one', 'a two'));
  });

  it('keeps integers, bytes and texts as they are', async () => {
    for (const store of stores) {
      const sealed_seed = Uint8Array.from({ length: 256 }, (_, at) => at);
      await insertRow(store, 'enclave_seed', {
        name: 'ключ 🔑',
        sealed_seed,
        created_at: Number.MAX_SAFE_INTEGER,
      });
      const row = await store.selectFrom('enclave_seed').selectAll().executeTakeFirstOrThrow();
      expect(Object.keys(row).sort()).toEqual([
        ...['created_at', 'data_key', 'key_version', 'name', 'sealed_seed'],
      ]);
      expect([row.name, row.created_at]).toEqual(['ключ 🔑', Number.MAX_SAFE_INTEGER]);
      expect(Uint8Array.from(row.sealed_seed)).toEqual(sealed_seed);
      await putSetting(store, 'clock-seen', '1');
      await putSetting(store, 'clock-seen', '2');
      expect(await readSetting(store, 'clock-seen')).toBe('2');
      expect(await deleteWhere(store, 'setting', { name: 'clock-seen' })).toBe(true);
      expect(await deleteWhere(store, 'setting', { name: 'clock-seen' })).toBe(false);
    }
  });

  it('finds texts within others as SQLite does: in any case, and no sign stands for others', async () => {
    for (const text of ['AB7_', 'ab_', '%', '_%', `"`, 'nothing'])
      await expectSame((store) => firstSenderOf(store, 'one', TYPES, text));
    expect(await firstSenderOf(stores[1], 'one', TYPES, 'AB7_')).toBe('user 7');
    await expectSame(async (store) => [...(await sessionKeysAmong(store, ['a', `b"'`])).keys()]);
  });

  it('keeps what policies said, and gives it back', async () => {
    const said = [{ policyId: 'p', outcome: 'OUTCOME_ALLOW' }] as const;
    const vote = { id: 'v', activity_id: 'evaluated', created_at: 1 };
    for (const store of stores) {
      await insertEvaluation(store, vote, 'one', said);
      expect(await evaluationsOf(inTurns(store), 'one', 'evaluated')).toMatchObject([
        { voteId: 'v', policies: said },
      ]);
    }
  });

  it('attack: a number that would be read as another one is refused', async () => {
    await server.ask('made_1', `INSERT INTO organization VALUES ('three', 'three', 9007199254740993)`);
    await expect(findOrganization(stores[1])).rejects.toThrow('too large');
    await server.ask('made_1', `DELETE FROM organization WHERE id = 'three'`);
  });

  it('attack: text that would end a statement is text', async () => {
    for (const store of stores) {
      const name = `'); DROP TABLE vote; -- $1 ?`;
      await insertRow(store, 'session_profile', { ...profile('quoted', 'one'), name });
      expect(await allWhere(store, 'session_profile', { name })).toMatchObject([{ id: 'quoted', name }]);
    }
  });
});

const findOrganization = (store: Store): Promise<unknown> =>
  store.selectFrom('organization').selectAll().where('id', '=', 'three').execute();
