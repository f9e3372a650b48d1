import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { sql } from 'kysely';
import { Secret } from '#protocol/secret.ts';
import { StorageKey } from '#service/keys/storage-key.ts';
import { RowSeal } from '#service/storage/row-seal.ts';
import { SealedRows } from '#service/storage/sealed-rows.ts';
import { openStore, type Store } from '#service/storage/store.ts';
import { GroupCommitWriter, inSavepoint } from '#service/storage/writer.ts';

const ORGANIZATION = '11111111-1111-4111-8111-111111111111';
const key = randomBytes(32);
let folder: string;
let open: Store[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-seal-'));
  open = [];
});
afterEach(async () => {
  await Promise.all(open.map((store) => store.destroy()));
  rmSync(folder, { recursive: true, force: true });
});

interface Started {
  readonly store: Store;
  readonly rows: SealedRows;
  readonly seal: RowSeal;
}

async function start(isSealed: boolean): Promise<Started> {
  const seal = new RowSeal();
  const store = await openStore(folder, seal);
  open.push(store);
  seal.unlock(new StorageKey(new Secret(Uint8Array.from(key))));
  return { store, seal, rows: await SealedRows.open(store, seal, isSealed) };
}
async function stop(store: Store): Promise<void> {
  open = open.filter((each) => each !== store);
  await store.destroy();
}

/** What somebody does who can write the file, with a program of their own. */
function tamper(...statements: readonly string[]): void {
  const database = new DatabaseSync(join(folder, 'service.sqlite'), { timeout: 5000 });
  try {
    for (const statement of statements) database.exec(statement);
    // In a process of its own this would be the last to close it, and leave no log.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}

const times = { created_at: 1, updated_at: 1 };
const userRow = (id: string) => ({
  ...{ id, organization_id: ORGANIZATION, name: id, email: null, phone_number: null, tags: '[]' },
  ...times,
});
const policyRow = (id: string) => ({
  ...{ id, organization_id: ORGANIZATION, name: id, effect: 'EFFECT_DENY' as const, condition: 'true' },
  ...{ consensus: null, time: null, notes: '', ...times },
});
const keyRow = (id: string, user: string) => ({
  ...{ id, organization_id: ORGANIZATION, user_id: user, name: id, public_key: `02${id}` },
  ...{ curve: 'API_KEY_CURVE_P256' as const, expiration_seconds: null, expires_at: null, ...times },
});
const activityRow = (
  id: string,
  status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED' | 'ACTIVITY_STATUS_COMPLETED',
) => ({
  ...{ id, organization_id: ORGANIZATION, type: 'T', status, intent: '{"amount":"1"}', result: null },
  ...{ failure: null, app_proofs: null, fingerprint: `sha256:${id}`, ...times },
});
const voteRow = (id: string, activity: string) => ({
  ...{ id, activity_id: activity, user_id: 'u1', user: '{}', selection: 'VOTE_SELECTION_APPROVED' as const },
  ...{ message: '', public_key: '', signature: '', scheme: '', created_at: 1 },
});

const onRampRow = (id: string) => ({
  ...{ id, organization_id: ORGANIZATION, provider: 'FIAT_ON_RAMP_PROVIDER_MOONPAY' as const },
  ...{ project_id: null, publishable_api_key: `pk of ${id}`, sandbox_mode: null, ...times },
  ...{ encrypted_secret_api_key: `sealed for ${id}`, encrypted_private_api_key: null },
  ...{ sealed_secret_api_key: Buffer.from(id), sealed_private_api_key: null },
});

/** A database with a root user, another user, a policy that denies, and an activity that waits. */
async function seeded(): Promise<Started> {
  const started = await start(false);
  const { store } = started;
  await store.insertInto('organization').values({ id: ORGANIZATION, name: 'Acme', created_at: 1 }).execute();
  for (const id of ['u1', 'u2']) await store.insertInto('user').values(userRow(id)).execute();
  await store.insertInto('policy').values(policyRow('p1')).execute();
  await store.insertInto('api_key').values(keyRow('k1', 'u1')).execute();
  const quorum = { organization_id: ORGANIZATION, threshold: 2, user_ids: '["u1","u2"]' };
  await store.insertInto('root_quorum').values(quorum).execute();
  await store.insertInto('activity').values(activityRow('a1', 'ACTIVITY_STATUS_CONSENSUS_NEEDED')).execute();
  await store.insertInto('vote').values(voteRow('v1', 'a1')).execute();
  for (const id of ['c1', 'c2'])
    await store.insertInto('fiat_on_ramp_credential').values(onRampRow(id)).execute();
  return started;
}

const CHANGED = { code: 'DATABASE_CHANGED' };

/** Only this connection would refuse it. */
const BLIND = 'PRAGMA foreign_keys = OFF; ';

const ATTACKS: Readonly<Record<string, string>> = {
  'an API key of a stranger for the root user': `INSERT INTO api_key SELECT 'k9', organization_id, user_id, 'x', '02ff', curve, NULL, NULL, 1, 1 FROM api_key`,
  'a policy that denies, deleted': `DELETE FROM policy`,
  'a policy that denies, turned around': `UPDATE policy SET effect = 'EFFECT_ALLOW'`,
  'a policy that denies, hidden from every lookup by a NUL': `${BLIND}UPDATE policy SET organization_id = organization_id || char(0) || 'x'`,
  'a root user hidden by a NUL at the end': `${BLIND}UPDATE user SET id = id || char(0) WHERE id = 'u1'`,
  'a root quorum of one': `UPDATE root_quorum SET threshold = 1`,
  'an API key given to another user': `UPDATE api_key SET user_id = 'u2'`,
  'a user with another name': `UPDATE user SET name = 'root' WHERE id = 'u2'`,
  'a waiting request with another amount': `UPDATE activity SET intent = '{"amount":"9"}'`,
  'an approval that nobody gave': `INSERT INTO vote SELECT 'v9', activity_id, 'u2', user, selection, message, public_key, signature, scheme, 2 FROM vote`,
  'a waiting request that counts as settled': `UPDATE activity SET status = 'ACTIVITY_STATUS_COMPLETED'`,
  'an on-ramp secret copied into another record': `UPDATE fiat_on_ramp_credential SET sealed_secret_api_key = x'6331'`,
  'an on-ramp credential that names another account': `UPDATE fiat_on_ramp_credential SET publishable_api_key = 'pk'`,
  'the digest taken away': `DELETE FROM row_seal`,
  'the digest of nothing in its place': `UPDATE row_seal SET sealed = x'00'`,
};

describe('somebody who writes the service’s database', () => {
  for (const [attack, statement] of Object.entries(ATTACKS)) {
    it(`is found out at the next start: ${attack}`, async () => {
      const { store } = await seeded();
      await stop(store);
      tamper(statement);
      await expect(start(true)).rejects.toMatchObject(CHANGED);
    });

    it(`is found out while the service runs: ${attack}`, async () => {
      const { store, rows } = await seeded();
      await rows.require(store);
      tamper(statement);
      await expect(rows.require(store)).rejects.toMatchObject(CHANGED);
      await expect(rows.require(store)).rejects.toMatchObject(CHANGED);
      const writer = new GroupCommitWriter(store, rows.require);
      const insert = writer.write((within) => within.insertInto('user').values(userRow('u3')).execute());
      await expect(insert).rejects.toMatchObject(CHANGED);
    });
  }

  it.each([
    ['policy', `UPDATE policy SET effect = 'EFFECT_ALLOW'`],
    ['root_quorum', `UPDATE root_quorum SET threshold = 1`],
    ['api_key', `UPDATE api_key SET public_key = '02ee'`],
    ['vote', `DELETE FROM vote`],
  ])('has the table named that was changed: %s', async (table, statement) => {
    const { store } = await seeded();
    // Not only what stood there at the start counts.
    await store.insertInto('user').values(userRow('u3')).execute();
    await store.deleteFrom('user').where('id', '=', 'u3').execute();
    await stop(store);
    tamper(statement);
    await expect(start(true)).rejects.toThrow(`(in the table ${table})`);
  });

  it('is found out in a database of before each table had a sum, which then gets them', async () => {
    const { store, seal } = await seeded();
    const row = await store.selectFrom('row_seal').select('sealed').executeTakeFirstOrThrow();
    const sealed = seal.seal({ ...seal.open(row.sealed), sums: null });
    await store.updateTable('row_seal').set({ sealed }).execute();
    await stop(store);
    tamper(`UPDATE policy SET effect = 'EFFECT_ALLOW'`);
    await expect(start(true)).rejects.toThrow('(in an unknown table)');
    tamper(`UPDATE policy SET effect = 'EFFECT_DENY'`);
    for (const each of open) await stop(each);
    await stop((await start(true)).store);
    tamper(`UPDATE policy SET effect = 'EFFECT_ALLOW'`);
    await expect(start(true)).rejects.toThrow('(in the table policy)');
  });

  it('cannot exchange two rows’ values, nor put an old row back', async () => {
    const { store } = await seeded();
    await store.updateTable('policy').set({ condition: 'false' }).where('id', '=', 'p1').execute();
    await stop(store);
    tamper(`UPDATE policy SET condition = 'true'`);
    await expect(start(true)).rejects.toMatchObject(CHANGED);
  });
});

describe('the digest as it is kept up', () => {
  it.each([
    [
      'a vote that is given',
      `INSERT INTO vote VALUES ('v9', 'a1', 'u2', '{}', 'VOTE_SELECTION_APPROVED', '', '', '', '', 2)`,
    ],
    ['a vote that is changed', `UPDATE vote SET selection = 'VOTE_SELECTION_REJECTED' WHERE rowid = 1`],
    ['a vote that is taken back', `DELETE FROM vote WHERE rowid = 1`],
    [
      'an activity that is decided',
      `UPDATE activity SET status = 'ACTIVITY_STATUS_COMPLETED' WHERE organization_id = 'o' AND id = 'a1'`,
    ],
  ])('walks through no table for %s', async (_, statement) => {
    const { store } = await seeded();
    // The bytecode has the triggers’ programs in it, which the plan of a statement leaves out.
    const { rows } = await sql.raw<{ opcode: string }>(`EXPLAIN ${statement}`).execute(store);
    const opcodes = rows.map(({ opcode }) => opcode);
    expect(opcodes).toContain('Function');
    expect(opcodes.filter((opcode) => opcode === 'Rewind' || opcode === 'Last')).toEqual([]);
  });
});

describe('a sum over rows', () => {
  it('weighs the text that databases were sealed by', async () => {
    const { store } = await seeded();
    await store
      .insertInto('user')
      .values({ ...userRow('u9'), name: "O'Hara" })
      .execute();
    const waiting = { ...activityRow('a9', 'ACTIVITY_STATUS_CONSENSUS_NEEDED'), intent: "it’s O'Hara" };
    await store.insertInto('activity').values(waiting).execute();
    await stop(store);
    const weigh = vi.spyOn(RowSeal.prototype, 'weigh');
    onTestFinished(() => {
      weigh.mockRestore();
    });
    await start(true);
    expect(weigh.mock.calls).toContainEqual([`user:'u9','${ORGANIZATION}','O''Hara',1,1,NULL,NULL,'[]'`]);
    expect(weigh.mock.calls).toContainEqual([
      `activity:'a9','${ORGANIZATION}','T','ACTIVITY_STATUS_CONSENSUS_NEEDED','it’s O''Hara',NULL,'sha256:a9',1,1,NULL,NULL`,
    ]);
  });

  it('refuses a sum that misses a row, and a row outside of a sum', async () => {
    const { store, seal } = await seeded();
    await expect(seal.sumOver(() => Promise.resolve(1))).rejects.toThrow('A row was not counted.');
    await expect(sql`SELECT keyops_count('user:1')`.execute(store)).rejects.toThrow('no row to count');
    await expect(seal.sumOver(() => seal.sumOver(() => Promise.resolve(0)).then(Number))).rejects.toThrow(
      'Another sum',
    );
    // What failed is not in the way of the next.
    expect(await seal.sumOver(() => Promise.resolve(0))).toBe(0n);
  });

  it('cannot be added to by what the file itself brings along', async () => {
    const { store } = await seeded();
    await stop(store);
    tamper(`CREATE TRIGGER extra AFTER INSERT ON policy BEGIN SELECT keyops_count('policy:1'); END`);
    const { store: again } = await start(true);
    await expect(again.insertInto('policy').values(policyRow('p2')).execute()).rejects.toThrow('unsafe use');
  });
});

describe('a look through all rows', () => {
  const refusalOf = (asked: Promise<void>): Promise<unknown> => asked.then(() => 'answered', codeOf);
  const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;

  it('is taken once after a change, not for each request that follows', async () => {
    const { store, rows, seal } = await seeded();
    const weigh = vi.spyOn(seal, 'weigh');
    tamper(`DELETE FROM policy`);
    const ask = () => Promise.all(Array.from({ length: 20 }, () => refusalOf(rows.require(store))));
    expect(new Set(await ask())).toEqual(new Set(['DATABASE_CHANGED']));
    const { length } = weigh.mock.calls;
    expect(length).toBeGreaterThan(0);
    // Not by putting it back either, until the next start has looked.
    tamper(`CREATE TABLE notes (text TEXT)`);
    expect(new Set(await ask())).toEqual(new Set(['DATABASE_CHANGED']));
    const write = new GroupCommitWriter(store, rows.require).write(() => Promise.resolve());
    expect(await refusalOf(write)).toBe('DATABASE_CHANGED');
    // Each row weighed once: u1, u2, k1, the quorum, a1 and v1 with c1, c2 and the organization; p1 is gone.
    expect(weigh.mock.calls.length).toBe(length);
    expect(length).toBe(9);
  });

  it('is taken once by a start of a database that is as it was', async () => {
    const { store } = await seeded();
    await stop(store);
    const weigh = vi.spyOn(RowSeal.prototype, 'weigh');
    onTestFinished(() => weigh.mockRestore());
    await start(true);
    expect(weigh.mock.calls.length).toBe(10);
  });

  it('is shared by requests that come at the same time', async () => {
    const { store, rows, seal } = await seeded();
    await rows.require(store);
    const weigh = vi.spyOn(seal, 'weigh');
    tamper(`CREATE TABLE notes (text TEXT)`);
    const asked = Array.from({ length: 20 }, () => refusalOf(rows.require(store)));
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['answered']));
    expect(weigh.mock.calls.length).toBe(10);
  });
});

describe('the service’s own changes', () => {
  it('pass: inserts, updates, deletions with what hangs on them, votes, what is rolled back', async () => {
    const { store, rows } = await seeded();
    await store.insertInto('api_key').values(keyRow('k2', 'u2')).execute();
    const session = { api_key_id: 'k2', kind: 'CREDENTIAL_TYPE_LOGIN' as const, session_profile_id: null };
    await store.insertInto('session_key').values(session).execute();
    await store.updateTable('root_quorum').set({ threshold: 1 }).execute();
    await store.insertInto('vote').values(voteRow('v2', 'a1')).execute();
    await store.updateTable('activity').set({ status: 'ACTIVITY_STATUS_COMPLETED' }).execute();
    await store.insertInto('vote').values(voteRow('v3', 'a1')).execute();
    await store.deleteFrom('api_key').where('id', '=', 'k2').execute();
    const undone = store.transaction().execute(async (within) => {
      await within.deleteFrom('policy').execute();
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await rows.require(store);
    await stop(store);
    const again = await start(true);
    await again.store.deleteFrom('policy').execute();
    await stop(again.store);
    await start(true);
  });

  it('are sealed once a transaction, by what has not been undone in it', async () => {
    const { store, seal } = await seeded();
    const seals = vi.spyOn(seal, 'seal');
    const insert = (within: Store, id: string) => within.insertInto('user').values(userRow(id)).execute();
    await store.transaction().execute(async (within) => {
      for (const id of ['u3', 'u4']) await insert(within, id);
      const undone = inSavepoint(within, async () => {
        await insert(within, 'u5');
        throw new Error('undone');
      });
      await expect(undone).rejects.toThrow('undone');
      await inSavepoint(within, () => insert(within, 'u6'));
      expect(seals).not.toHaveBeenCalled();
    });
    expect(seals).toHaveBeenCalledOnce();
    await insert(store, 'u7');
    expect(seals).toHaveBeenCalledTimes(2);
    await store.transaction().execute((within) => within.selectFrom('user').selectAll().execute());
    expect(seals).toHaveBeenCalledTimes(2);
    await stop(store);
    await start(true);
  });

  it.each(['committed', 'undone'])(
    'attack: a mark from the log of what was %s stands for nothing',
    async (end) => {
      const { store, rows } = await seeded();
      let mark = '';
      const done = store.transaction().execute(async (within) => {
        await within.insertInto('user').values(userRow('u3')).execute();
        const { sealed } = await within.selectFrom('row_seal').selectAll().executeTakeFirstOrThrow();
        mark = Buffer.from(sealed).toString('hex');
        if (end === 'undone') throw new Error('undone');
      });
      if (end === 'undone') await expect(done).rejects.toThrow('undone');
      else await done;
      expect(mark).toHaveLength(40);
      const row = `INSERT OR IGNORE INTO user (id, organization_id, name, tags, created_at, updated_at) VALUES ('u3', '${ORGANIZATION}', 'u3', '[]', 1, 1)`;
      tamper(row, `UPDATE row_seal SET sealed = x'${mark}'`);
      await expect(rows.require(store)).rejects.toMatchObject(CHANGED);
      await stop(store);
      await expect(start(true)).rejects.toMatchObject(CHANGED);
    },
  );

  it('are told from somebody else’s that leave every sealed row as it was', async () => {
    const { store, rows } = await seeded();
    tamper(`CREATE TABLE notes (text TEXT)`);
    await rows.require(store);
  });
});
