import type { OrganizationFeatureRow } from './consensus-schema.ts';
import type { Store } from './store.ts';

/** The features of an organization, in name order. */
export const featuresOf = (store: Store, organizationId: string): Promise<OrganizationFeatureRow[]> =>
  store
    .selectFrom('organization_feature')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('name')
    .execute();

/** A feature of all organizations that have it. */
export const featureOfAll = (store: Store, name: string): Promise<OrganizationFeatureRow[]> =>
  store.selectFrom('organization_feature').selectAll().where('name', '=', name).execute();

/** Writes a feature's value in the place of the one that was there. */
export async function writeFeature(store: Store, row: OrganizationFeatureRow): Promise<void> {
  await store
    .insertInto('organization_feature')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organization_id', 'name']).doUpdateSet({ value: row.value }))
    .execute();
}
