import type { IpAllowlistRow } from './consensus-schema.ts';
import type { Store } from './store.ts';

/** Writes an allowlist in the place of the one that was there. */
export async function writeIpAllowlist(store: Store, row: IpAllowlistRow): Promise<void> {
  await deleteIpAllowlist(store, row.organization_id, row.public_key);
  await store.insertInto('ip_allowlist').values(row).execute();
}

/** @param publicKey that of an API key, or an empty text for the organization's own */
export async function deleteIpAllowlist(
  store: Store,
  organizationId: string,
  publicKey: string,
): Promise<void> {
  await store
    .deleteFrom('ip_allowlist')
    .where('organization_id', '=', organizationId)
    .where('public_key', '=', publicKey)
    .execute();
}

/** The allowlists of an organization and of some of its API keys: those that there are. */
export const findIpAllowlists = (
  store: Store,
  organizationId: string,
  publicKeys: readonly string[],
): Promise<IpAllowlistRow[]> =>
  store
    .selectFrom('ip_allowlist')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('public_key', 'in', publicKeys)
    .execute();
