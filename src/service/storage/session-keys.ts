import { sql } from 'kysely';
import { recall } from './kept-rows.ts';
import { deleteWhere, updateWhere } from './rows.ts';
import type { ApiKeyRow, SessionKind } from './schema.ts';
import type { Store } from './store.ts';

/** Deletes a user's session keys of one kind, but for the key of `exceptId`. */
export async function deleteSessionKeys(
  store: Store,
  userId: string,
  kind: SessionKind,
  exceptId?: string,
): Promise<void> {
  const keys = await store
    .selectFrom('api_key')
    .innerJoin('session_key', 'session_key.api_key_id', 'api_key.id')
    .selectAll('api_key')
    .where('api_key.user_id', '=', userId)
    .where('session_key.kind', '=', kind)
    .execute();
  for (const key of keys) if (key.id !== exceptId) await deleteApiKey(store, key);
}

/** The keys of a user that have an end, oldest first. */
export const expiringKeysOf = (store: Store, userId: string): Promise<ApiKeyRow[]> =>
  store
    .selectFrom('api_key')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', 'is not', null)
    .orderBy('created_at')
    .orderBy(sql.ref('rowid'))
    .execute();

/** Moves the end of a session. @param end times in milliseconds since the epoch, the duration as the request has it */
export async function extendApiKey(
  store: Store,
  id: string,
  end: { readonly expirationSeconds: string; readonly expiresAt: number; readonly now: number },
): Promise<void> {
  const { expirationSeconds, expiresAt, now } = end;
  await updateWhere(
    store,
    'api_key',
    { id },
    { expiration_seconds: expirationSeconds, expires_at: expiresAt, updated_at: now },
  );
}

/** The scope that binds the session of a public key (hex), or undefined for a key that has none. */
export async function findSessionScope(
  store: Store,
  organizationId: string,
  publicKey: string,
): Promise<string | undefined> {
  return await recall(
    store,
    'api_key session_key session_profile',
    `scope ${JSON.stringify([organizationId, publicKey])}`,
    async () => {
      const row = await store
        .selectFrom('api_key')
        .innerJoin('session_key', 'session_key.api_key_id', 'api_key.id')
        .innerJoin('session_profile', 'session_profile.id', 'session_key.session_profile_id')
        .selectAll('session_profile')
        .where('api_key.organization_id', '=', organizationId)
        .where('api_key.public_key', '=', publicKey)
        .executeTakeFirst();
      return row?.scope;
    },
  );
}

/** Deletes an API key, and the IP allowlist that it may have. */
export async function deleteApiKey(store: Store, key: ApiKeyRow): Promise<void> {
  const { id, organization_id, public_key } = key;
  await deleteWhere(store, 'api_key', { id });
  await deleteWhere(store, 'ip_allowlist', { organization_id, public_key });
}
