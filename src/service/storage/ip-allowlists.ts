import type { IpAllowlistRow } from './consensus-schema.ts';
import { deleteWhere, insertRow } from './rows.ts';
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
): Promise<IpAllowlistRow[]> =>
  store
    .selectFrom('ip_allowlist')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('public_key', 'in', publicKeys)
    .execute();
