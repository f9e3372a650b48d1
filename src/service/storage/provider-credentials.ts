import { sql } from 'kysely';
import type { FiatOnRampCredentialRow, Oauth2CredentialRow } from './providers-schema.ts';
import type { Store } from './store.ts';

export async function insertFiatOnRampCredential(store: Store, row: FiatOnRampCredentialRow): Promise<void> {
  await store.insertInto('fiat_on_ramp_credential').values(row).execute();
}

export async function insertOauth2Credential(store: Store, row: Oauth2CredentialRow): Promise<void> {
  await store.insertInto('oauth2_credential').values(row).execute();
}

/** An organization's on-ramp credentials, oldest first. */
export const fiatOnRampCredentialsOf = (
  store: Store,
  organizationId: string,
): Promise<FiatOnRampCredentialRow[]> =>
  store
    .selectFrom('fiat_on_ramp_credential')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy(sql.ref('rowid'))
    .execute();

/** An organization's OAuth 2.0 credentials, oldest first. */
export const oauth2CredentialsOf = (store: Store, organizationId: string): Promise<Oauth2CredentialRow[]> =>
  store
    .selectFrom('oauth2_credential')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy(sql.ref('rowid'))
    .execute();

/** The OAuth 2.0 credential of an id within an organization, or undefined. */
export const findOauth2Credential = (
  store: Store,
  organizationId: string,
  id: string,
): Promise<Oauth2CredentialRow | undefined> =>
  store
    .selectFrom('oauth2_credential')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();

/** Writes an OAuth 2.0 credential in the place of what it was. */
export async function updateOauth2CredentialRow(store: Store, row: Oauth2CredentialRow): Promise<void> {
  const { id, organization_id, ...changes } = row;
  await store
    .updateTable('oauth2_credential')
    .set(changes)
    .where('id', '=', id)
    .where('organization_id', '=', organization_id)
    .execute();
}

/** Deletes a credential of an organization. @returns whether it was there */
export async function deleteProviderCredential(
  store: Store,
  table: 'fiat_on_ramp_credential' | 'oauth2_credential',
  organizationId: string,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await store
    .deleteFrom(table)
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
