import { sql } from 'kysely';
import type { SessionProfileRow } from './credentials-schema.ts';
import type { Store } from './store.ts';

export async function insertSessionProfile(store: Store, row: SessionProfileRow): Promise<void> {
  await store.insertInto('session_profile').values(row).execute();
}

/** The session profile of an id within an organization, or undefined. */
export const findSessionProfile = (
  store: Store,
  organizationId: string,
  id: string,
): Promise<SessionProfileRow | undefined> =>
  store
    .selectFrom('session_profile')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();

/** The session profiles of an organization, oldest first. */
export const sessionProfilesOf = (store: Store, organizationId: string): Promise<SessionProfileRow[]> =>
  store
    .selectFrom('session_profile')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy(sql.ref('rowid'))
    .execute();

/** The scope that binds the session of a public key (hex), or undefined for a key that has none. */
export async function findSessionScope(
  store: Store,
  organizationId: string,
  publicKey: string,
): Promise<string | undefined> {
  const row = await store
    .selectFrom('api_key')
    .innerJoin('session_key', 'session_key.api_key_id', 'api_key.id')
    .innerJoin('session_profile', 'session_profile.id', 'session_key.session_profile_id')
    .select('session_profile.scope')
    .where('api_key.organization_id', '=', organizationId)
    .where('api_key.public_key', '=', publicKey)
    .executeTakeFirst();
  return row?.scope;
}
