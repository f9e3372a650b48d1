import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { turnDatabase } from '#service/boot/background-rewrap.ts';
import { openFile } from '#service/boot/open-database.ts';
import { rewrapDatabase } from '#service/boot/rewrap-database.ts';
import { SEALED_VALUES } from '#service/keys/sealed-values.ts';
import { layOutEarlierFolder } from '#test/fixtures/earlier-folder.ts';
import { storageKeyOf } from '#test/fixtures/key-ring.ts';
import { LocalService, resultOf } from '#test/fixtures/local-service.ts';

let known: ReturnType<typeof layOutEarlierFolder>;
let service: LocalService;
let old: Uint8Array;
const fresh = new Uint8Array(32).fill(8);
const another = new Uint8Array(32).fill(9);
beforeEach(async () => {
  service = await LocalService.over((folder) => (known = layOutEarlierFolder(folder)));
  old = Uint8Array.from(service.storageKey);
  await service.createPrivateKey('CURVE_ED25519', []);
  await service.halt();
});
afterEach(() => service.stop());

const sourceOf = (bytes: Uint8Array) => () => Promise.resolve(storageKeyOf(bytes));
/** Turns the folder from one key to another, or to the same. */
const turn = (from: Uint8Array, to?: Uint8Array, now = () => service.now) =>
  rewrapDatabase(
    { data: service.data },
    { storageKey: sourceOf(from), ...(to !== undefined && { newStorageKey: sourceOf(to) }) },
    now,
  );
const startWith = (key: Uint8Array): Promise<void> => {
  service.storageKey.set(key);
  return service.restart();
};
const sign = (signWith: string) =>
  service.submit('sign_raw_payload', {
    ...{ signWith, payload: '00'.repeat(32), encoding: 'PAYLOAD_ENCODING_HEXADECIMAL' },
    hashFunction: 'HASH_FUNCTION_NO_OP',
  });
const expectSigns = async (): Promise<void> => {
  for (const signWith of [known.privateKey.id, known.wallet.addresses[0] ?? ''])
    expect(resultOf(await sign(signWith))).toMatchObject({ r: expect.any(String) as string });
};

function inFile<T>(work: (database: DatabaseSyncInstance) => T): T {
  const database = new DatabaseSync(join(service.data, 'service.sqlite'));
  try {
    return work(database);
  } finally {
    // In a process of its own this would be the last to close it, and leave no log.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
  }
}
/** The versions that rows are under, and those that the database knows. */
const versions = () =>
  inFile((database) => {
    const of = (text: string) => database.prepare(text).all() as { version: number | null }[];
    const rows = Object.keys(SEALED_VALUES).flatMap((table) =>
      of(`SELECT key_version AS version FROM ${table}`),
    );
    return {
      rows: [...new Set(rows.map(({ version }) => version))],
      count: rows.length,
      known: of('SELECT version FROM wrapping_key ORDER BY version').map(({ version }) => version),
    };
  });

describe('a data folder whose service doesn’t run', () => {
  it('is turned to another key: that one alone opens it, and its keys sign', async () => {
    const before = versions();
    expect(before).toMatchObject({ known: [0, 1] });
    const turned = await turn(old, fresh);
    expect(turned).toEqual({ version: 2, keyId: expect.any(String) as string, rows: before.count, left: 0 });
    expect(versions()).toEqual({ rows: [2], count: before.count, known: [2] });
    await startWith(fresh);
    await expectSigns();
    await service.halt();
    await expect(startWith(old)).rejects.toMatchObject({ code: 'STORAGE_KEY_WRONG' });
    await startWith(fresh);
    expect(service.ready.keys).toEqual(known.keys);
  });

  it('gets data keys under the key that it has, where no other is given', async () => {
    expect(await turn(old)).toMatchObject({ version: 1, left: 0 });
    expect(versions()).toMatchObject({ rows: [1], known: [1] });
    await startWith(old);
    await expectSigns();
  });

  it('is turned again and again; a second time finds nothing to do', async () => {
    await turn(old, fresh);
    expect(await turn(fresh, fresh)).toMatchObject({ version: 2, rows: 0, left: 0 });
    expect(await turn(old, fresh)).toMatchObject({ version: 2, rows: 0 });
    expect(await turn(fresh, another)).toMatchObject({ version: 3, left: 0 });
    await startWith(another);
    await expectSigns();
  });

  it('refuses wrong keys and writes nothing', async () => {
    const file = join(service.data, 'service.sqlite');
    inFile((database) => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
    const before = readFileSync(file);
    await expect(turn(another, fresh)).rejects.toMatchObject({ code: 'STORAGE_KEY_WRONG' });
    expect(readFileSync(file).equals(before)).toBe(true);
    await startWith(old);
    await expectSigns();
  });

  it('refuses while a service works with the folder', async () => {
    await service.restart();
    await expect(turn(old, fresh)).rejects.toMatchObject({ code: 'FOLDER_LOCKED' });
    await expectSigns();
  });

  it('refuses a folder without a database', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'keyops-empty-'));
    const turning = rewrapDatabase({ data: empty }, { storageKey: sourceOf(old) }, () => 1);
    await expect(turning).rejects.toMatchObject({ code: 'BACKUP_NO_DATABASE' });
    rmSync(empty, { recursive: true });
  });
});

describe('a rewrap that was not ended', () => {
  it('needs both keys until it is, goes on where it was stopped, and turns to no older key', async () => {
    const undo: (() => Promise<void> | void)[] = [];
    const keys = { storageKey: sourceOf(old), newStorageKey: sourceOf(fresh) };
    const opened = await openFile({ data: service.data, ...keys }, undo, () => service.now);
    let asked = 0;
    const turning = turnDatabase(
      opened,
      () => service.now,
      () => (asked += 1) > 3,
    );
    await expect(turning).rejects.toMatchObject({ code: 'REWRAP_STOPPED' });
    for (const step of undo.reverse()) await step();
    const { rows, known: versionsKnown } = versions();
    expect(versionsKnown).toEqual([0, 1, 2]);
    expect(rows).toContain(2);
    expect(rows.length).toBeGreaterThan(1);
    for (const alone of [old, fresh])
      await expect(startWith(alone)).rejects.toMatchObject({ code: 'STORAGE_KEY_NOT_GIVEN' });
    await expect(turn(fresh, old)).rejects.toMatchObject({ code: 'REWRAP_STOPPED' });
    expect(await turn(old, fresh)).toMatchObject({ version: 2, left: 0 });
    await startWith(fresh);
    await expectSigns();
  });

  it('attack: a database that another program changes meanwhile is closed all the same, and the next start says so', async () => {
    let asked = 0;
    const now = () => {
      asked += 1;
      if (asked === 1)
        inFile((database) => database.exec('UPDATE root_quorum SET threshold = threshold + 1'));
      return service.now;
    };
    await expect(turn(old, fresh, now)).rejects.toMatchObject({ code: 'DATABASE_CHANGED' });
    const marker: unknown = JSON.parse(readFileSync(join(service.data, 'service.sqlite.made'), 'utf8'));
    expect(marker).toMatchObject({ open: false });
    await expect(startWith(old)).rejects.toMatchObject({ code: 'DATABASE_CHANGED' });
  });

  it('attack: a step at its end that fails hides no earlier fault, and keeps no folder locked', async () => {
    const file = join(service.data, 'service.sqlite');
    let asked = 0;
    const now = () => {
      asked += 1;
      if (asked === 1) return service.now;
      renameSync(file, `${file}.away`);
      throw new Error('the first fault');
    };
    await expect(turn(old, fresh, now)).rejects.toThrow('the first fault');
    await expect(startWith(old)).rejects.toMatchObject({ code: 'DATABASE_MISSING' });
    renameSync(`${file}.away`, file);
    await startWith(old);
    await expectSigns();
  });

  it('attack: an old copy of a row is put back after the key was turned', async () => {
    const row = inFile(
      (database) =>
        database
          .prepare('SELECT id, sealed_key, key_version, data_key FROM private_key WHERE key_version = 1')
          .get() as { id: string; sealed_key: Uint8Array; data_key: Uint8Array },
    );
    await turn(old, fresh);
    inFile((database) => {
      database.exec('PRAGMA foreign_keys = OFF');
      database
        .prepare('UPDATE private_key SET sealed_key = ?, data_key = ?, key_version = 1 WHERE id = ?')
        .run(row.sealed_key, row.data_key, row.id);
    });
    await expect(startWith(fresh)).rejects.toMatchObject({ code: 'DATABASE_CHANGED' });
  });
});
