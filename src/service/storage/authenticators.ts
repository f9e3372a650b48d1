import { sql } from 'kysely';
import type { AuthenticatorRow } from './credentials-schema.ts';
import type { Store } from './store.ts';

export async function insertAuthenticator(store: Store, row: AuthenticatorRow): Promise<void> {
  await store.insertInto('authenticator').values(row).execute();
}

/** The authenticator with a credential id (base64url) within an organization, or undefined. */
export const findAuthenticatorByCredential = (
  store: Store,
  organizationId: string,
  credentialId: string,
): Promise<AuthenticatorRow | undefined> =>
  store
    .selectFrom('authenticator')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();

/** The authenticator of an id within an organization, or undefined. */
export const findAuthenticator = (
  store: Store,
  organizationId: string,
  id: string,
): Promise<AuthenticatorRow | undefined> =>
  store
    .selectFrom('authenticator')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();

/** The authenticators of a user, oldest first. */
export const authenticatorsOfUser = (store: Store, userId: string): Promise<AuthenticatorRow[]> =>
  store
    .selectFrom('authenticator')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy(sql.ref('rowid'))
    .execute();

/** All authenticators of an organization. */
export const authenticatorsOf = (store: Store, organizationId: string): Promise<AuthenticatorRow[]> =>
  store.selectFrom('authenticator').selectAll().where('organization_id', '=', organizationId).execute();

/** Whether any organization knows the credential id. */
export async function isKnownCredential(store: Store, credentialId: string): Promise<boolean> {
  const row = await store
    .selectFrom('authenticator')
    .select('id')
    .where('credential_id', '=', credentialId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Moves the signature counter of an authenticator forward.
 * @returns false, and nothing is written, when the kept counter is not below `counter`
 */
export async function raiseCounter(store: Store, id: string, counter: number): Promise<boolean> {
  const { numUpdatedRows } = await store
    .updateTable('authenticator')
    .set({ counter })
    .where('id', '=', id)
    .where('counter', '<', counter)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteAuthenticator(store: Store, id: string): Promise<void> {
  await store.deleteFrom('authenticator').where('id', '=', id).execute();
}
