// Attacks on keys by a disk that is full: the keychain holds no key that nothing lists, and loses none that stamps.
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { recordKey } from '#main/context/record-key.ts';
import { createVault } from '#main/vault/vault.ts';
import { toHex } from '#protocol/encoding.ts';
import { Secret } from '#protocol/secret.ts';
import { apiPublicKeyOf } from '#protocol/stamp.ts';
import { decideNext } from '#test/fixtures/approvals.ts';
import { runOnWorld } from '#test/fixtures/console-on-world.ts';
import { LocalService } from '#test/fixtures/local-service.ts';
import { memoryKeychain } from '#test/fixtures/memory-keychain.ts';

const curve = 'API_KEY_CURVE_P256';
const keychain = memoryKeychain();
let service: LocalService;
let world: Awaited<ReturnType<typeof runOnWorld>>;
beforeAll(async () => {
  service = await LocalService.start();
  world = await runOnWorld(service, { keychain });
});
afterAll(async () => {
  await world.stop();
  await service.stop();
});

const inDatabase = (statement: string): void => {
  const database = new DatabaseSync(join(world.dataFolder, 'console.db'));
  try {
    database.exec(statement);
  } finally {
    database.close();
  }
};
/** Has the disk refuse new rows of a table. */
const fill = (table: string, when = 'true'): void =>
  inDatabase(
    `CREATE TRIGGER full BEFORE INSERT ON ${table} WHEN ${when} BEGIN SELECT RAISE(ABORT, 'The disk is full.'); END`,
  );
afterEach(() => inDatabase('DROP TRIGGER IF EXISTS full'));
const keys = (): string[] =>
  [...keychain.items.keys()].filter((item) => /^(credential|imported):/.test(item));

it('attack: a disk that fills between a new key and its record', async () => {
  const before = keys();
  fill('credential');
  await expect(world.running.call('credentials.create', { label: 'Lost', curve })).rejects.toThrow();
  expect(keys()).toEqual(before);
});

it.each([
  ['setting', "NEW.name LIKE 'imported.%'"],
  ['credential', 'true'],
])('attack: a disk that fills between a key that is imported and its record (%s)', async (table, when) => {
  const before = keys();
  const { running } = world;
  await running.console.dispatch('console', 'app.copy', {
    text: toHex(new Uint8Array(32).fill(table.length)),
  });
  fill(table, when);
  const imported = running.call('credentials.importFrom', {
    ...{ label: 'Lost', curve, source: { kind: 'clipboard' } },
  });
  const refused = expect(imported).rejects.toThrow();
  await decideNext(running, 'approve');
  await refused;
  expect(keys()).toEqual(before);
});

it('attack: a disk that fills at the import of a key that another data folder’s credential stamps with', async () => {
  const { running } = world;
  const secret = new Secret(new Uint8Array(32).fill(9));
  const publicKey = secret.use((bytes) => apiPublicKeyOf(curve, bytes));
  await createVault(keychain).restore(curve, secret);
  const before = keys();
  expect(before).toContain(`credential:${publicKey}`);
  await running.console.dispatch('console', 'app.copy', { text: toHex(new Uint8Array(32).fill(9)) });
  fill('credential');
  const imported = running.call('credentials.importFrom', {
    ...{ label: 'Again', curve, source: { kind: 'clipboard' } },
  });
  const refused = expect(imported).rejects.toThrow();
  await decideNext(running, 'approve');
  await refused;
  expect(keys()).toEqual(before);
});

it('attack: a disk that fills between the key of a ceremony and its record', async () => {
  const named = { title: 'Vault keys', people: ['Ada', 'Bob'], by: 'Ada' };
  const { id } = await world.running.call<{ id: string }>('keyCeremonies.begin', named);
  const before = keys();
  fill('credential');
  const step = { id, name: 'Ada', curve };
  await expect(world.running.call('keyCeremonies.create', step)).rejects.toThrow();
  expect(keys()).toEqual(before);
});

it.each([
  ['leaves a key that has one', () => Promise.resolve({}), []],
  [
    'leaves a key that may have one, which can’t be read,',
    () => Promise.reject(new Error('The disk fails.')),
    [],
  ],
  ['destroys a key that has none', () => Promise.resolve(undefined), ['02aa']],
])('%s where its record can’t be written', async (_what, find, destroyed) => {
  const forgotten: string[] = [];
  const parts = {
    storage: { credentials: { find } },
    vault: { forget: (publicKey: string) => Promise.resolve(void forgotten.push(publicKey)) },
  } as unknown as Parameters<typeof recordKey>[0];
  const full = new Error('The disk is full.');
  await expect(recordKey(parts, '02aa', () => Promise.reject(full))).rejects.toBe(full);
  expect(forgotten).toEqual(destroyed);
});
