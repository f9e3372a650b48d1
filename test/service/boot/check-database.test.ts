import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fromHex } from '#protocol/encoding.ts';
import { checkedKeys, rememberSealed } from '#service/boot/check-database.ts';
import type { StorageKey } from '#service/keys/storage-key.ts';
import { openStore } from '#service/storage/store.ts';
import { lockFolder } from '#storage/lock-folder.ts';
import { openKeyRing, storageKeyOf } from '../../fixtures/key-ring.ts';
import { freshSigner, LocalService } from '../../fixtures/local-service.ts';

let service: LocalService;
beforeEach(async () => {
  service = await LocalService.start();
});
afterEach(() => service.stop());

/** What somebody does who can write the file while the service is stopped. */
function tamper(...statements: readonly string[]): void {
  const database = new DatabaseSync(join(service.data, 'service.sqlite'));
  database.exec('PRAGMA foreign_keys = OFF');
  for (const statement of statements) database.exec(statement);
  // In a process of its own this would be the last to close it, and leave no log.
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

const UNCHECK = `DELETE FROM setting WHERE name = 'storage-key-check'`;
const CHANGED = { code: 'DATABASE_CHANGED' };

describe('somebody who has the service take its database for a new one', () => {
  const stranger = freshSigner();
  const intrude = `INSERT INTO api_key SELECT 'k9', organization_id, user_id, 'x', '${stranger.publicKey}', curve,
    NULL, NULL, 1, 1 FROM api_key`;

  it.each([
    ['the check value of its key taken away, and an API key added', [UNCHECK, intrude]],
    ['its digest taken away as well', [UNCHECK, 'DELETE FROM row_seal', intrude]],
    [
      'nothing left but the service’s own keys and an organization',
      [UNCHECK, 'DELETE FROM row_seal', 'DELETE FROM api_key', 'DELETE FROM setting'],
    ],
  ])('is refused: %s', async (_attack, statements) => {
    await service.halt();
    tamper(...statements);
    await expect(service.restart()).rejects.toMatchObject(CHANGED);
  });

  it('finds no check value in the file that says that the rows were never sealed', async () => {
    const store = await openStore(service.data);
    const { database: key } = await openKeyRing(store, service.storageKey);
    await store.destroy();
    const files = ['service.sqlite', 'service.sqlite-wal'].map((name) =>
      readFileSync(join(service.data, name)),
    );
    const values = Buffer.concat(files)
      .toString('latin1')
      .matchAll(/storage-key-check([0-9a-f]{90})/g);
    const records = ['storage-key-check', 'storage-key-check/rows-sealed'];
    const found = [...values].flatMap(([, hex = '']) => records.filter((record) => opens(key, hex, record)));
    expect(new Set(found)).toEqual(new Set(['storage-key-check/rows-sealed']));
  });
});

it('a first start that was killed before it had written anything begins again', async () => {
  const source = () => Promise.resolve(storageKeyOf(service.storageKey));
  await service.halt();
  const tables = [
    'setting',
    'organization',
    'user',
    'api_key',
    'root_quorum',
    'enclave_seed',
    'wrapping_key',
  ];
  tamper(...tables.map((table) => `DELETE FROM ${table}`));
  const store = await openStore(service.data);
  const checked = await checkedKeys(store, { storageKey: source });
  expect(checked.rowsSealed).toBe(false);
  await rememberSealed(store, checked, 1);
  expect(await checkedKeys(store, { storageKey: source })).toMatchObject({ rowsSealed: true });
  await store.destroy();
});

it('a database that is removed while the service runs: nothing more is acknowledged', async () => {
  rmSync(join(service.data, 'service.sqlite'));
  for (const sent of [
    await service.query('whoami'),
    await service.submit('create_private_keys', { privateKeys: [] }),
  ])
    expect(sent).toMatchObject({ status: 503, json: { serviceErrorCode: 'INTERNAL' } });
  const { json } = await service.query('whoami');
  expect(json.message).toMatch(/removed or replaced while it was in use/);
  await expect(service.halt()).rejects.toMatchObject({ code: 'DATABASE_MOVED' });
  await expect(service.restart()).rejects.toMatchObject({ code: 'DATABASE_MISSING' });
});

it('attack: its log is removed while the service runs: nothing more is acknowledged, and a stop keeps what was', async () => {
  const { id } = await service.createPrivateKey('CURVE_SECP256K1', []);
  rmSync(join(service.data, 'service.sqlite-wal'));
  for (const sent of [
    await service.query('whoami'),
    await service.submit('create_private_keys', { privateKeys: [] }),
  ])
    expect(sent).toMatchObject({
      status: 503,
      json: { message: expect.stringContaining('The log beside') as string },
    });
  service.now += 5000;
  expect((await fetch(`${service.ready.url}/readyz`)).status).toBe(503);
  await expect(service.halt()).rejects.toMatchObject({ code: 'DATABASE_LOG_MOVED' });
  await service.restart();
  const { json } = await service.query('list_private_keys');
  expect(json['privateKeys']).toMatchObject([{ privateKeyId: id }]);
});

it('the lock’s file is removed while the service runs: it is locked again, and nobody else can work there', async () => {
  rmSync(join(service.data, 'lock'));
  const { id } = await service.createPrivateKey('CURVE_SECP256K1', []);
  expect(() => lockFolder(service.data)).toThrow(expect.objectContaining({ code: 'FOLDER_LOCKED' }));
  await service.halt();
  lockFolder(service.data)();
  await service.restart();
  const { json } = await service.query('list_private_keys');
  expect(json['privateKeys']).toMatchObject([{ privateKeyId: id }]);
});

it('attack: the lock’s file is removed, and another program takes the folder: nothing more is acknowledged', async () => {
  rmSync(join(service.data, 'lock'));
  const release = lockFolder(service.data);
  const refused = {
    status: 503,
    json: { message: expect.stringContaining('another program uses the folder') as string },
  };
  expect(await service.submit('create_private_keys', { privateKeys: [] })).toMatchObject(refused);
  release();
  // Nobody knows what the other one did.
  expect(await service.query('whoami')).toMatchObject(refused);
  await expect(service.halt()).rejects.toMatchObject({ code: 'FOLDER_LOST' });
  // The log is left as it is to the other one.
  const marker = join(service.data, 'service.sqlite.made');
  expect(JSON.parse(readFileSync(marker, 'utf8'))).toMatchObject({ open: true });
  expect(existsSync(join(service.data, 'service.sqlite-wal'))).toBe(true);
  await service.restart();
  expect(await service.query('whoami')).toMatchObject({ status: 200 });
});

function opens(key: StorageKey, hex: string, record: string): boolean {
  try {
    key.open(fromHex(hex), record).wipe();
    return true;
  } catch {
    return false;
  }
}
