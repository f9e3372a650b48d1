import { pageOf, type ObjectPage } from './object-page.ts';
import type { Store } from './store.ts';
import type { SecretRow } from './wallets-schema.ts';

export async function insertSecret(store: Store, secret: SecretRow): Promise<void> {
  await store.insertInto('secret').values(secret).execute();
}

/** The secret of an id within an organization, or undefined. */
export const findSecret = (
  store: Store,
  organizationId: string,
  id: string,
): Promise<SecretRow | undefined> =>
  store
    .selectFrom('secret')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();

/** Whether an organization has a secret of that name. */
export async function hasSecretNamed(store: Store, organizationId: string, name: string): Promise<boolean> {
  const row = await store
    .selectFrom('secret')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row !== undefined;
}

/** A page of an organization's secrets, without their values. */
export const listSecretsOf = (
  store: Store,
  organizationId: string,
  page: ObjectPage,
): Promise<Omit<SecretRow, 'sealed_value'>[]> =>
  pageOf(
    'secret',
    store
      .selectFrom('secret')
      .select(['secret.id', 'organization_id', 'name', 'static_properties', 'created_at'])
      .where('organization_id', '=', organizationId),
    page,
  );

export async function deleteSecret(store: Store, id: string): Promise<void> {
  await store.deleteFrom('secret').where('id', '=', id).execute();
}
