import { sql } from 'kysely';
import type { SessionKeyRow, SessionKind } from './credentials-schema.ts';
import type { Store } from './store.ts';

/** PROTOCOL.md, section 5: at most so many expiring keys per user. */
export const MOST_EXPIRING_KEYS = 10;

export async function insertSessionKey(store: Store, row: SessionKeyRow): Promise<void> {
  await store.insertInto('session_key').values(row).execute();
}

/** What marks an API key as that of a session, or undefined for any other key. */
export const findSessionKey = (store: Store, apiKeyId: string): Promise<SessionKeyRow | undefined> =>
  store.selectFrom('session_key').selectAll().where('api_key_id', '=', apiKeyId).executeTakeFirst();

/** The session keys of an organization, by the id of their API key. */
export async function sessionKeysOf(
  store: Store,
  organizationId: string,
): Promise<ReadonlyMap<string, SessionKeyRow>> {
  const rows = await store
    .selectFrom('session_key')
    .innerJoin('api_key', 'api_key.id', 'session_key.api_key_id')
    .selectAll('session_key')
    .where('api_key.organization_id', '=', organizationId)
    .execute();
  return new Map(rows.map((row) => [row.api_key_id, row]));
}

/** Deletes a user's session keys of one kind, but for the key of `exceptId`. */
export async function deleteSessionKeys(
  store: Store,
  userId: string,
  kind: SessionKind,
  exceptId?: string,
): Promise<void> {
  await store
    .deleteFrom('api_key')
    .where('user_id', '=', userId)
    .where('id', 'in', (inner) =>
      inner.selectFrom('session_key').select('api_key_id').where('kind', '=', kind),
    )
    .where('id', '!=', exceptId ?? '')
    .execute();
}

/**
 * Makes room for one more expiring key of a user: where there are ten already, an expired one goes, else the oldest
 * (PROTOCOL.md, section 5).
 * @param now milliseconds since the epoch
 */
export async function makeRoomForExpiringKey(store: Store, userId: string, now: number): Promise<void> {
  const keys = await store
    .selectFrom('api_key')
    .select(['id', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', 'is not', null)
    .orderBy('created_at')
    .orderBy(sql.ref('rowid'))
    .execute();
  const isExpired = ({ expires_at }: { expires_at: number | null }): boolean =>
    expires_at !== null && expires_at <= now;
  const inOrder = [...keys.filter(isExpired), ...keys.filter((key) => !isExpired(key))];
  const surplus = inOrder.slice(0, Math.max(0, keys.length - MOST_EXPIRING_KEYS + 1));
  for (const { id } of surplus) await store.deleteFrom('api_key').where('id', '=', id).execute();
}

/** Moves the end of a session. @param expiresAt milliseconds since the epoch */
export async function extendApiKey(
  store: Store,
  id: string,
  end: { readonly expirationSeconds: string; readonly expiresAt: number; readonly now: number },
): Promise<void> {
  await store
    .updateTable('api_key')
    .set({ expiration_seconds: end.expirationSeconds, expires_at: end.expiresAt, updated_at: end.now })
    .where('id', '=', id)
    .execute();
}
