import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ed25519 } from '@noble/curves/ed25519.js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toHex } from '#protocol/encoding.ts';
import type { KeyRing } from '#service/keys/key-ring.ts';
import { openStore, type Store } from '#service/storage/store.ts';
import { webhookKeyRows } from '#service/webhooks/store.ts';
import {
  KEY_LIFETIME_MS,
  KEYS_MAX_AGE_SECONDS,
  openSigningKey,
  PUBLISHED_AFTER_MS,
  PUBLISHED_AHEAD_MS,
  publishedKeysOf,
  signingKeyOf,
  turnSigningKeys,
} from '#service/webhooks/signing-keys.ts';
import { newKeyRing } from '#test/fixtures/key-ring.ts';

const START = Date.UTC(2026, 0, 2);
let keyRing: KeyRing;
let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-webhook-keys-'));
  store = await openStore(folder);
  keyRing = await newKeyRing(store);
  await turnSigningKeys(store, keyRing, START);
});
afterEach(async () => {
  await store.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const at = async (now: number) => {
  const rows = await webhookKeyRows(store);
  return { signing: signingKeyOf(rows, now)?.id, published: publishedKeysOf(rows, now).map(({ id }) => id) };
};

test('the first start makes one key, which signs at once; another start makes none', async () => {
  const before = await at(START);
  expect(before.published).toEqual([before.signing]);
  await turnSigningKeys(store, keyRing, START + KEY_LIFETIME_MS - 1);
  expect(await at(START)).toEqual(before);
});

test('rotation: the next key is published before it signs, the last one until its signatures are stale', async () => {
  const [first] = (await at(START)).published;
  const turned = START + KEY_LIFETIME_MS;
  await turnSigningKeys(store, keyRing, turned);
  const [, second] = (await at(turned)).published;
  expect(second).toBeDefined();
  const signsFrom = turned + PUBLISHED_AHEAD_MS;
  // Whoever fetched the set just before the turn has to fetch it again before the new key signs.
  expect(PUBLISHED_AHEAD_MS).toBeGreaterThan(KEYS_MAX_AGE_SECONDS * 1000);
  expect(await at(signsFrom - 1)).toEqual({ signing: first, published: [first, second] });
  expect(await at(signsFrom)).toEqual({ signing: second, published: [first, second] });
  // Five minutes of freshness, and an attempt that takes ten seconds.
  expect(PUBLISHED_AFTER_MS).toBeGreaterThan(5 * 60_000 + 10_000);
  const goneAt = signsFrom + PUBLISHED_AFTER_MS;
  expect((await at(goneAt - 1)).published).toEqual([first, second]);
  expect(await at(goneAt)).toEqual({ signing: second, published: [second] });

  await turnSigningKeys(store, keyRing, goneAt - 1);
  expect(await webhookKeyRows(store)).toHaveLength(2);
  await turnSigningKeys(store, keyRing, goneAt);
  expect((await webhookKeyRows(store)).map(({ id }) => id)).toEqual([second]);
});

test('a clock that was set back before the first key still signs with it', async () => {
  expect((await at(START - 1)).signing).toBe((await at(START)).signing);
});

test('theft of the database: the private half opens with the storage key and for its own record only', async () => {
  const [row] = await webhookKeyRows(store);
  if (row === undefined) throw new Error('there is a key');
  const key = openSigningKey(keyRing, row);
  expect(toHex(key.use((bytes) => ed25519.getPublicKey(bytes)))).toBe(row.public_key);
  const other = await newKeyRing(store);
  expect(() => openSigningKey(other, row)).toThrow('does not open');
  expect(() => openSigningKey(keyRing, { ...row, id: 'other' })).toThrow('does not open');
});
