import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ownKeys } from '#main/features/previews/own-keys.ts';
import { readOwners } from '#main/features/previews/owners.ts';
import { type ConsoleStorage, openStorage } from '#main/storage/open-storage.ts';
import { createVault } from '#main/vault/vault.ts';
import { toHex } from '#protocol/encoding.ts';
import { apiPublicKeyOf } from '#protocol/stamp.ts';
import { memoryKeychain } from '#test/fixtures/memory-keychain.ts';

const curve = 'API_KEY_CURVE_P256';
const foreign = new Uint8Array(32).fill(9);
let folder: string;
let storage: ConsoleStorage;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-planted-'));
  storage = await openStorage(folder);
});
afterEach(async () => {
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
});

const row = (publicKey: string, kind: 'key' | 'session' | 'passkey') =>
  storage.credentials.add({
    kind,
    publicKey,
    curve,
    label: 'Laptop',
    profileId: 'local',
    createdAtMs: 0,
    expiresAtMs: null,
  });
const ownerOf = async (publicKey: string, vault: ReturnType<typeof createVault>) =>
  (
    await readOwners({ ownKeys: () => ownKeys(storage, vault) }, { users: [], organization: undefined })
  ).ofKey(publicKey);

it.each(['key', 'session', 'passkey'] as const)(
  'attack: whoever writes the console’s database lists their key as a %s of this console',
  async (kind) => {
    const planted = apiPublicKeyOf(curve, foreign);
    await row(planted, kind);
    expect(await ownerOf(planted, createVault(memoryKeychain()))).toEqual({
      ours: false,
      words: 'Unknown key',
    });
  },
);

it('attack: whoever writes the console’s database takes away that a key was imported', async () => {
  const vault = createVault(memoryKeychain());
  const { publicKey } = await vault.importKey(toHex(foreign), curve, () => Promise.resolve());
  // No setting says it, as after a row was deleted.
  await row(publicKey, 'key');
  expect(await ownerOf(publicKey, vault)).toMatchObject({ ours: false, isShared: true });
  await vault.forget(publicKey);
  expect(await ownerOf(publicKey, vault)).toMatchObject({ ours: false, words: 'Unknown key' });
});

it('takes a key of its own for its own', async () => {
  const vault = createVault(memoryKeychain());
  const publicKey = await vault.generate(curve);
  await row(publicKey, 'key');
  expect(await ownerOf(publicKey, vault)).toEqual({ ours: true, words: 'This console: “Laptop”' });
});
