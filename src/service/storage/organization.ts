import { recall } from './kept-rows.ts';
import { deleteWhere, firstWhere, insertRow, updateWhere } from './rows.ts';
import type { IpAllowlistRow, OrganizationFeatureRow } from './schema.ts';
import type { Store } from './store.ts';

/** Writes an allowlist in the place of the one that was there. */
export async function writeIpAllowlist(store: Store, row: IpAllowlistRow): Promise<void> {
  const { organization_id, public_key } = row;
  await deleteWhere(store, 'ip_allowlist', { organization_id, public_key });
  await insertRow(store, 'ip_allowlist', row);
}

/** The allowlists of an organization (with an empty key) and of some of its API keys: those that there are. */
export const findIpAllowlists = (
  store: Store,
  organizationId: string,
  publicKeys: readonly string[],
): Promise<readonly IpAllowlistRow[]> =>
  recall(store, 'ip_allowlist', `of ${JSON.stringify([organizationId, publicKeys])}`, () =>
    store
      .selectFrom('ip_allowlist')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('public_key', 'in', publicKeys)
      .execute(),
  );

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

/** The users who can do everything together, and how many of them it takes. */
export interface StoredQuorum {
  readonly threshold: number;
  readonly userIds: readonly string[];
}

const columnsOf = ({ threshold, userIds }: StoredQuorum) => ({
  threshold,
  user_ids: JSON.stringify(userIds),
});

export const insertRootQuorum = (store: Store, organizationId: string, quorum: StoredQuorum): Promise<void> =>
  insertRow(store, 'root_quorum', { organization_id: organizationId, ...columnsOf(quorum) });

export const updateRootQuorumOf = (
  store: Store,
  organizationId: string,
  quorum: StoredQuorum,
): Promise<boolean> =>
  updateWhere(store, 'root_quorum', { organization_id: organizationId }, columnsOf(quorum));

/** The root quorum of an organization; every organization is made with one. */
export async function findRootQuorum(store: Store, organizationId: string): Promise<StoredQuorum> {
  const row = await firstWhere(store, 'root_quorum', { organization_id: organizationId });
  if (row === undefined) throw new Error('An organization has no root quorum.');
  return { threshold: row.threshold, userIds: JSON.parse(row.user_ids) as string[] };
}
