import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Secret } from '#protocol/secret.ts';
import { StorageKey } from '#service/keys/storage-key.ts';
import { addUp } from '#service/storage/mac-sum.ts';
import { RowSeal } from '#service/storage/row-seal.ts';
import { RowSum } from '#service/storage/row-sum.ts';
import { SealedRows } from '#service/storage/sealed-rows.ts';
import { type Store, openStore } from '#service/storage/store.ts';
import { startWeighThread } from '#service/storage/weigh-thread.ts';

const key = randomBytes(32);

function unlocked(): RowSeal {
  const seal = new RowSeal();
  seal.unlock(new StorageKey(new Secret(Uint8Array.from(key))));
  return seal;
}

describe('a sum over the rows of a statement', () => {
  it.each([0, 1, 8192, 8193, 9216, 20_000])('is that of their MACs, of %i rows', async (count) => {
    const rows = Array.from({ length: count }, (_, at) => `user:'${at}','Zoë ${at}'`);
    const derived = Buffer.from(hkdfSync('sha256', key, '', 'row-seal/1', 32));
    const expected = rows
      .map((row) => BigInt(`0x${createHmac('sha256', derived).update(row).digest('hex')}`))
      .reduce((sum, each) => (sum + each) % (1n << 256n), 0n);
    const seal = unlocked();
    const sum = await seal.sumOver(() => {
      for (const row of rows) seal.count(row);
      return Promise.resolve(count);
    });
    expect(sum).toBe(expected);
  });

  it('is none where the statement or the thread fails, and the next one is whole', async () => {
    const seal = unlocked();
    const many = Array.from({ length: 10_000 }, (_, at) => `user:${at}`);
    const fail = (): Promise<number> => {
      many.forEach(seal.count);
      return Promise.reject(new Error('The disk is gone.'));
    };
    await expect(seal.sumOver(fail)).rejects.toThrow('The disk is gone.');
    const one = await seal.sumOver(() => {
      seal.count('user:1');
      return Promise.resolve(1);
    });
    expect(one).toBe(BigInt(`0x${seal.weighParts('user:1')}`));
    const thread = startWeighThread(new Uint8Array(32));
    thread.add(['user:1']);
    thread.stop();
    await expect(thread.total()).rejects.toThrow('The thread that weighs has ended.');
  });
});

describe('rows that are read faster than a thread weighs', () => {
  it('are weighed at once while too many wait', async () => {
    const seal = unlocked();
    const handed: string[] = [];
    const thread = {
      // It takes two lists, and never weighs one before it is asked.
      get isBusy() {
        return handed.length >= 2048;
      },
      add: (rows: readonly string[]) => void handed.push(...rows),
      total: () =>
        Promise.resolve(handed.map((row) => BigInt(`0x${seal.weighParts(row)}`)).reduce(addUp, 0n)),
      stop: () => undefined,
    };
    const sum = new RowSum({ weigh: (row) => seal.weigh(row), startThread: () => thread });
    const rows = Array.from({ length: 20_000 }, (_, at) => `user:${at}`);
    for (const row of rows) sum.add(row);
    expect(handed).toHaveLength(2048);
    expect(await sum.total()).toBe(rows.map((row) => BigInt(`0x${seal.weighParts(row)}`)).reduce(addUp, 0n));
    expect(sum.count).toBe(rows.length);
  });

  it('are no more than a few lists that wait for it', async () => {
    const derived = randomBytes(32);
    const thread = startWeighThread(Uint8Array.from(derived));
    let added = 0;
    for (; !thread.isBusy; added += 1) thread.add(['user:1']);
    // A thread's start is the longest of it.
    await vi.waitFor(() => expect(thread.isBusy).toBe(false), { timeout: 30_000 });
    const one = BigInt(`0x${createHmac('sha256', derived).update('user:1').digest('hex')}`);
    expect(added).toBeGreaterThanOrEqual(8);
    expect(await thread.total()).toBe((one * BigInt(added)) % (1n << 256n));
  });
});

describe('a database with many sealed rows', () => {
  const USERS = 10_000;
  let folder: string;
  let opened: Store[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'keyops-row-sum-'));
    opened = [];
  });
  afterEach(async () => {
    await Promise.all(opened.map((store) => store.destroy()));
    rmSync(folder, { recursive: true, force: true });
  });

  const start = async (isSealed: boolean): Promise<Store> => {
    const seal = new RowSeal();
    const store = await openStore(folder, seal);
    opened.push(store);
    seal.unlock(new StorageKey(new Secret(Uint8Array.from(key))));
    await SealedRows.open(store, seal, isSealed);
    return store;
  };

  it('attack: a row behind those that are weighed at once is changed', async () => {
    const store = await start(false);
    await sql`INSERT INTO organization VALUES ('o', 'Acme', 1)`.execute(store);
    await sql`
      WITH RECURSIVE n (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < ${USERS})
      INSERT INTO user (id, organization_id, name, tags, created_at, updated_at)
      SELECT 'u' || at, 'o', 'User ' || at, '[]', 1, 1 FROM n`.execute(store);
    await store.destroy();
    await (await start(true)).destroy();
    opened = [];
    const database = new DatabaseSync(join(folder, 'service.sqlite'));
    const update = `UPDATE user SET name = 'root' WHERE rowid = (SELECT max(rowid) FROM user)`;
    expect(database.prepare(update).run().changes).toBe(1);
    // In a process of its own this would be the last to close it, and leave no log.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
    await expect(start(true)).rejects.toThrow(
      expect.objectContaining({
        code: 'DATABASE_CHANGED',
        message: expect.stringContaining('the table user') as string,
      }) as Error,
    );
  });
});
