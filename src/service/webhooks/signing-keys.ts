import { randomUUID } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { toHex } from '#protocol/encoding.ts';
import { Secret } from '#protocol/secret.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { deleteWhere, insertRow } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import { webhookKeyRows } from './store.ts';
import type { WebhookKeyRow } from '../storage/integrations-schema.ts';

const MINUTE_MS = 60 * 1000;

/** How long receivers may keep the set of keys (`Cache-Control`). */
export const KEYS_MAX_AGE_SECONDS = 300;
/** A key signs for 90 days. */
export const KEY_LIFETIME_MS = 90 * 24 * 60 * MINUTE_MS;
/** A new key is published this long before it signs: longer than the set may be kept, so every receiver has it by then. */
export const PUBLISHED_AHEAD_MS = 10 * MINUTE_MS;
/**
 * A key stays published this long after it signed last: the freshness window of five minutes, both ways, and the
 * longest that a request can be under way.
 */
export const PUBLISHED_AFTER_MS = 15 * MINUTE_MS;

/** The key that signs at `now`: the last whose time has come. */
export const signingKeyOf = (rows: readonly WebhookKeyRow[], now: number): WebhookKeyRow | undefined =>
  rows.findLast(({ signs_from }) => signs_from <= now) ?? rows[0];

/** The keys that receivers may meet at `now`: the one that signs, those before it while it is fresh, those to come. */
export const publishedKeysOf = (rows: readonly WebhookKeyRow[], now: number): WebhookKeyRow[] =>
  rows.filter((_, index) => {
    const successor = rows[index + 1];
    return successor === undefined || now < successor.signs_from + PUBLISHED_AFTER_MS;
  });

/**
 * Makes the first key, or the next one when the newest has signed for long enough, and destroys those that no receiver
 * can meet any more.
 */
export async function turnSigningKeys(store: Store, keyRing: KeyRing, now: number): Promise<void> {
  const rows = await webhookKeyRows(store);
  const newest = rows.at(-1);
  if (newest === undefined) await makeKey(store, keyRing, now);
  else if (now - newest.signs_from >= KEY_LIFETIME_MS)
    await makeKey(store, keyRing, now + PUBLISHED_AHEAD_MS);
  const published = new Set(publishedKeysOf(rows, now));
  for (const row of rows) if (!published.has(row)) await deleteWhere(store, 'webhook_key', { id: row.id });
}

async function makeKey(store: Store, keyRing: KeyRing, signsFrom: number): Promise<void> {
  const id = randomUUID();
  const { secretKey, publicKey } = ed25519.keygen();
  const key = new Secret(secretKey);
  try {
    const sealed = keyRing.seal('webhook_key', { id }, { sealed_key: key });
    const row = { id, public_key: toHex(publicKey), ...sealed, signs_from: signsFrom };
    await insertRow(store, 'webhook_key', row);
  } finally {
    key.wipe();
  }
}

/** Opens the private half of a key; whoever asked wipes it. */
export const openSigningKey = (keyRing: KeyRing, row: WebhookKeyRow): Secret =>
  keyRing.open('webhook_key', row, 'sealed_key');
