import { randomBytes } from 'node:crypto';
import { Secret } from '#protocol/secret.ts';
import {
  ENCLAVE_KEY_NAMES,
  type EnclaveKeyName,
  type EnclaveKeys,
  enclaveKeysOf,
} from '../keys/enclave-keys.ts';
import type { StorageKey } from '../keys/storage-key.ts';
import { firstWhere, insertRow } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import type { Writer } from '../storage/writer.ts';

const SEED_BYTES = 32;

/**
 * The service's own keys. The first start makes a seed for each and keeps it sealed under the storage key, so that what
 * clients have pinned holds over restarts.
 * @throws AppError `SEALED_DATA_INVALID` when a kept seed does not open
 */
export async function ensureEnclaveKeys(
  writer: Writer,
  storageKey: StorageKey,
  now: number,
): Promise<EnclaveKeys> {
  const seeds = await writer.write(async (store) => ({
    enclave: await ensureSeed(store, storageKey, 'enclave', now),
    notarizer: await ensureSeed(store, storageKey, 'notarizer', now),
    fetcher: await ensureSeed(store, storageKey, 'fetcher', now),
    onRamp: await ensureSeed(store, storageKey, 'onRamp', now),
  }));
  try {
    return enclaveKeysOf(seeds);
  } finally {
    for (const name of ENCLAVE_KEY_NAMES) seeds[name].wipe();
  }
}

async function ensureSeed(
  store: Store,
  storageKey: StorageKey,
  name: EnclaveKeyName,
  now: number,
): Promise<Secret> {
  const recordId = `enclave-seed/${name}`;
  const kept = await firstWhere(store, 'enclave_seed', { name });
  if (kept !== undefined) return storageKey.open(kept.sealed_seed, recordId);
  const seed = new Secret(new Uint8Array(randomBytes(SEED_BYTES)));
  const sealed = seed.use((bytes) => storageKey.seal(bytes, recordId));
  await insertRow(store, 'enclave_seed', { name, sealed_seed: sealed, created_at: now });
  return seed;
}
