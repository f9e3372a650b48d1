import type { Store } from './store.ts';

/** The value of the organization's feature FEATURE_NAME_WEBAUTHN_ORIGINS, or undefined where it is not set. */
export async function findWebauthnOrigins(store: Store, organizationId: string): Promise<string | undefined> {
  const row = await store
    .selectFrom('organization_feature')
    .select('value')
    .where('organization_id', '=', organizationId)
    .where('name', '=', 'FEATURE_NAME_WEBAUTHN_ORIGINS')
    .executeTakeFirst();
  return row?.value;
}
