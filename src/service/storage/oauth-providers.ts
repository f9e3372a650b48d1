import { sql } from 'kysely';
import type { OauthProviderRow } from './credentials-schema.ts';
import type { Store } from './store.ts';

export async function insertOauthProvider(store: Store, row: OauthProviderRow): Promise<void> {
  await store.insertInto('oauth_provider').values(row).execute();
}

/** The providers of an organization for a subject of an issuer: one for each audience that it was registered with. */
export const oauthProvidersOfSubject = (
  store: Store,
  organizationId: string,
  issuer: string,
  subject: string,
): Promise<OauthProviderRow[]> =>
  store
    .selectFrom('oauth_provider')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute();

/** The providers of a user, oldest first. */
export const oauthProvidersOfUser = (store: Store, userId: string): Promise<OauthProviderRow[]> =>
  store
    .selectFrom('oauth_provider')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy(sql.ref('rowid'))
    .execute();

/** The providers of an organization, oldest first. */
export const oauthProvidersOf = (store: Store, organizationId: string): Promise<OauthProviderRow[]> =>
  store
    .selectFrom('oauth_provider')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy(sql.ref('rowid'))
    .execute();

/** The provider of an id of a user, or undefined. */
export const findOauthProvider = (
  store: Store,
  userId: string,
  id: string,
): Promise<OauthProviderRow | undefined> =>
  store
    .selectFrom('oauth_provider')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();

export async function deleteOauthProvider(store: Store, id: string): Promise<void> {
  await store.deleteFrom('oauth_provider').where('id', '=', id).execute();
}
