import { sql } from 'kysely';
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
    .orderBy(sql.ref('rowid'))
    .execute();

/** The API keys of an organization, oldest first. */
export const apiKeysOf = (store: Store, organizationId: string): Promise<ApiKeyRow[]> =>
  store
    .selectFrom('api_key')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy(sql.ref('rowid'))
    .execute();

/** Deletes an API key, and the IP allowlist that it may have. */
export async function deleteApiKey(store: Store, key: ApiKeyRow): Promise<void> {
  await store.deleteFrom('api_key').where('id', '=', key.id).execute();
  await store
    .deleteFrom('ip_allowlist')
    .where('organization_id', '=', key.organization_id)
    .where('public_key', '=', key.public_key)
    .execute();
}
