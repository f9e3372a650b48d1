import type { Store } from './store.ts';

/** The sealed seed of a name, or undefined before the first start has made it. */
export async function findEnclaveSeed(store: Store, name: string): Promise<Uint8Array | undefined> {
  const row = await store
    .selectFrom('enclave_seed')
    .select('sealed_seed')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.sealed_seed;
}

export async function insertEnclaveSeed(
  store: Store,
  name: string,
  sealedSeed: Uint8Array,
  now: number,
): Promise<void> {
  await store.insertInto('enclave_seed').values({ name, sealed_seed: sealedSeed, created_at: now }).execute();
}
