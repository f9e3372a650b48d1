import type { ApiKeyRow } from './schema.ts';
import type { Store } from './store.ts';

export async function insertApiKey(store: Store, row: ApiKeyRow): Promise<void> {
  await store.insertInto('api_key').values(row).execute();
}

/** The API key with a public key (lowercase hex) within an organization, or undefined. */
export const findApiKey = (
  store: Store,
  organizationId: string,
  publicKey: string,
): Promise<ApiKeyRow | undefined> =>
  store
    .selectFrom('api_key')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('public_key', '=', publicKey)
    .executeTakeFirst();

/** Whether any organization knows the public key. */
export async function isKnownPublicKey(store: Store, publicKey: string): Promise<boolean> {
  const row = await store
    .selectFrom('api_key')
    .select('id')
    .where('public_key', '=', publicKey)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The API keys of a user, oldest first. */
export const apiKeysOfUser = (store: Store, userId: string): Promise<ApiKeyRow[]> =>
  store
    .selectFrom('api_key')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
