import { randomBytes } from 'node:crypto';
import { Secret } from '#protocol/secret.ts';
import {
  ENCLAVE_KEY_NAMES,
  type EnclaveKeyName,
  type EnclaveKeys,
  type PublishedKeys,
  enclaveKeysOf,
  publishedKeys,
  wipeEnclaveKeys,
} from '../keys/enclave-keys.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { firstWhere, insertRow } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import type { Writer } from '../storage/writer.ts';

const SEED_BYTES = 32;

/**
 * The service's own keys. The first start makes a seed for each and keeps it sealed under the storage key, so that what
 * clients have pinned holds over restarts.
 * @throws AppError `SEALED_DATA_INVALID` when a kept seed does not open
 */
export async function ensureEnclaveKeys(writer: Writer, keyRing: KeyRing, now: number): Promise<EnclaveKeys> {
  const seeds = await writer.write(async (store) => ({
    enclave: await ensureSeed(store, keyRing, 'enclave', now),
    notarizer: await ensureSeed(store, keyRing, 'notarizer', now),
    fetcher: await ensureSeed(store, keyRing, 'fetcher', now),
    onRamp: await ensureSeed(store, keyRing, 'onRamp', now),
  }));
  try {
    return enclaveKeysOf(seeds);
  } finally {
    for (const name of ENCLAVE_KEY_NAMES) seeds[name].wipe();
  }
}

/**
 * What clients pin of a database that isn't served; undefined where it has no keys yet.
 * @throws AppError `SEALED_DATA_INVALID` when a kept seed does not open
 */
export async function readPublishedKeys(store: Store, keyRing: KeyRing): Promise<PublishedKeys | undefined> {
  const seeds: Partial<Record<EnclaveKeyName, Secret>> = {};
  try {
    for (const name of ENCLAVE_KEY_NAMES) {
      const kept = await firstWhere(store, 'enclave_seed', { name });
      if (kept !== undefined) seeds[name] = keyRing.open('enclave_seed', kept, 'sealed_seed');
    }
    const { enclave, notarizer, fetcher, onRamp } = seeds;
    if (!enclave || !notarizer || !fetcher || !onRamp) return undefined;
    const keys = enclaveKeysOf({ enclave, notarizer, fetcher, onRamp });
    try {
      return publishedKeys(keys);
    } finally {
      wipeEnclaveKeys(keys);
    }
  } finally {
    for (const name of ENCLAVE_KEY_NAMES) seeds[name]?.wipe();
  }
}

async function ensureSeed(
  store: Store,
  keyRing: KeyRing,
  name: EnclaveKeyName,
  now: number,
): Promise<Secret> {
  const kept = await firstWhere(store, 'enclave_seed', { name });
  if (kept !== undefined) return keyRing.open('enclave_seed', kept, 'sealed_seed');
  const seed = new Secret(new Uint8Array(randomBytes(SEED_BYTES)));
  const sealed = keyRing.seal('enclave_seed', { name }, { sealed_seed: seed });
  await insertRow(store, 'enclave_seed', { name, ...sealed, created_at: now });
  return seed;
}
