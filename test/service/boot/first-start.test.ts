import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensureEnclaveKeys } from '#service/boot/enclave-keys.ts';
import { publishedKeys, wipeEnclaveKeys } from '#service/keys/enclave-keys.ts';
import type { KeyRing } from '#service/keys/key-ring.ts';
import { openStore, type Store } from '#service/storage/store.ts';
import { GroupCommitWriter } from '#service/storage/writer.ts';
import { newKeyRing } from '#test/fixtures/key-ring.ts';

let folder: string;
let store: Store;
let keyRing: KeyRing;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-enclave-'));
  store = await openStore(folder);
  keyRing = await newKeyRing(store);
});
afterEach(async () => {
  await store.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const ensure = (keys = keyRing) => ensureEnclaveKeys(new GroupCommitWriter(store), keys, 1);

test('the first start makes the keys, and later starts find them', async () => {
  const first = publishedKeys(await ensure());
  expect(publishedKeys(await ensure())).toEqual(first);
  const { onRampEncryption, ...rest } = first;
  for (const key of Object.values(rest)) expect(key).toMatch(/^04[0-9a-f]{128}$/);
  expect(onRampEncryption).toMatch(/^0[23][0-9a-f]{64}$/);
  expect(new Set(Object.values(first)).size).toBe(4);
});

test('envelopes are signed with the half that is published, and secrets open with the half that is', async () => {
  const keys = await ensure();
  const published = publishedKeys(keys);
  expect(Buffer.from(keys.enclave.sign.publicKey).toString('hex')).toBe(published.enclaveQuorum);
  expect(Buffer.from(keys.notarizer.sign.publicKey).toString('hex')).toBe(published.sessionNotarizer);
  expect(Buffer.from(keys.fetcher.encrypt.publicKey).toString('hex')).toBe(published.fetcherQuorum);
});

test('stolen database: the seeds do not open under another storage key', async () => {
  await ensure();
  const other = await newKeyRing(store);
  await expect(ensure(other)).rejects.toMatchObject({ code: 'SEALED_DATA_INVALID' });
});

test('seeds swapped in the database: a seed opens only under its own name', async () => {
  await ensure();
  await sql`UPDATE enclave_seed SET sealed_seed = (SELECT sealed_seed FROM enclave_seed WHERE name = 'notarizer')
    WHERE name = 'enclave'`.execute(store);
  await expect(ensure()).rejects.toMatchObject({ code: 'SEALED_DATA_INVALID' });
});

test('wiped keys cannot be used any more', async () => {
  const keys = await ensure();
  wipeEnclaveKeys(keys);
  expect([keys.enclave.sign.privateKey.wiped, keys.onRamp.encrypt.privateKey.wiped]).toEqual([true, true]);
});
