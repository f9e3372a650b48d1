import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Secret } from '#protocol/secret.ts';
import { StorageKey } from '#service/keys/storage-key.ts';
import { RowSeal } from '#service/storage/row-seal.ts';
import {
  allWhere,
  deleteRow,
  deleteWhere,
  findRow,
  insertRow,
  listRows,
  TURN_ROWS,
  pageOfRows,
  recordsInTurns,
  updateWhere,
} from '#service/storage/rows.ts';
import { SealedRows } from '#service/storage/sealed-rows.ts';
import { openStore, type Store } from '#service/storage/store.ts';
import { notingStatements, planOf } from '#test/fixtures/noted-statements.ts';
import { inTurns, turnsDuring } from '../../fixtures/turns.ts';

const OURS = '11111111-1111-4111-8111-111111111111';
const OTHERS = '22222222-2222-4222-8222-222222222222';
const table = 'session_profile';
const IDS = ['one', 'two', 'three'] as const;
let folder: string;
let store: Store;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-rows-'));
  const seal = new RowSeal();
  store = await openStore(folder, seal);
  seal.unlock(new StorageKey(new Secret(Uint8Array.from(randomBytes(32)))));
  await SealedRows.open(store, seal, false);
  for (const [organization, ids] of [
    [OURS, IDS],
    [OTHERS, ['foreign']],
  ] as const) {
    await insertRow(store, 'organization', { id: organization, name: 'Acme', created_at: 1 });
    for (const id of ids) {
      const texts = { name: id, scope: 'true', expiration_seconds: null, notes: null };
      await insertRow(store, table, {
        ...{ id, organization_id: organization, created_at: 1, updated_at: 1 },
        ...texts,
      });
    }
  }
});
afterEach(async () => {
  await store.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

it.each(['user', 'api_key', 'policy', 'wallet', 'invitation', 'oauth_provider', 'session_profile'] as const)(
  'the parts of a list are read in order, without sorting what is left of it: %s',
  async (name) => {
    // As if there were one: an empty list has no parts to read.
    const noted = notingStatements(store, (rows) => (rows.length === 1 ? [{ last: 1, count: 1 }] : rows));
    await recordsInTurns(inTurns(noted.store), name, OURS, () => 1);
    const statements = noted.statements();
    expect(statements).toHaveLength(2);
    for (const statement of statements)
      expect((await planOf(store, statement)).join()).not.toContain('TEMP B-TREE');
  },
);

it('others have turns while many rows are read, one for each part', async () => {
  await sql`
    WITH RECURSIVE n (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < ${10 * TURN_ROWS})
    INSERT INTO session_profile (id, organization_id, name, scope, notes, created_at, updated_at)
    SELECT 'profile ' || at, ${OURS}, at, 'true', '', 1, 1 FROM n`.execute(store);
  let ids: string[] = [];
  const turns = await turnsDuring(async () => {
    ids = await recordsInTurns(inTurns(store), table, OURS, ({ id }) => id);
  });
  expect(ids).toHaveLength(10 * TURN_ROWS + IDS.length);
  expect(turns).toBeGreaterThanOrEqual(10);
});

it("attack: the ID of another organization's row finds and deletes nothing", async () => {
  expect(await findRow(store, table, OURS, 'foreign')).toBeUndefined();
  expect(await deleteRow(store, table, OURS, 'foreign')).toBe(false);
  expect(idsOf(await listRows(store, table, OTHERS))).toEqual(['foreign']);
  expect(idsOf(await listRows(store, table, OURS))).toEqual(IDS);
});

it('attack: a statement without a condition, or with an undefined one, touches nobody’s rows', async () => {
  const unsaid = { organization_id: undefined } as unknown as { organization_id: string };
  for (const match of [{}, unsaid]) {
    await expect(allRejected(match)).resolves.toEqual(['rejected', 'rejected', 'rejected']);
  }
  expect(idsOf(await listRows(store, table, OURS))).toEqual(IDS);
  expect(idsOf(await listRows(store, table, OTHERS))).toEqual(['foreign']);
});

async function allRejected(match: { readonly organization_id?: string }): Promise<string[]> {
  const ends = await Promise.allSettled([
    (async () => allWhere(store, table, match))(),
    (async () => updateWhere(store, table, match, { name: 'taken' }))(),
    (async () => deleteWhere(store, table, match))(),
  ]);
  return ends.map(({ status }) => status);
}

it('pages in the order in which rows were made, both ways, and not into other organizations', async () => {
  const page = async (limit: number, before?: string, after?: string): Promise<string[]> =>
    idsOf(await pageOfRows(store, table, { organization_id: OURS }, { limit, before, after }));
  expect(await page(2)).toEqual(['one', 'two']);
  expect(await page(2, undefined, 'two')).toEqual(['three']);
  expect(await page(1, 'three')).toEqual(['two']);
  expect(await page(5, undefined, 'nothing')).toEqual([]);
});
