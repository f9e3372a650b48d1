import type { OrganizationRow } from './schema.ts';
import type { Store } from './store.ts';

export async function insertOrganization(store: Store, row: OrganizationRow): Promise<void> {
  await store.insertInto('organization').values(row).execute();
}

/** The organization of an id, or undefined. */
export const findOrganization = (store: Store, id: string): Promise<OrganizationRow | undefined> =>
  store.selectFrom('organization').selectAll().where('id', '=', id).executeTakeFirst();
