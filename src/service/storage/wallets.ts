import { sql } from 'kysely';
import type { Store } from './store.ts';
import type { WalletRow } from './wallets-schema.ts';

export async function insertWallet(store: Store, wallet: WalletRow): Promise<void> {
  await store.insertInto('wallet').values(wallet).execute();
}

/** The wallet of an id within an organization, or undefined. */
export const findWallet = (
  store: Store,
  organizationId: string,
  id: string,
): Promise<WalletRow | undefined> =>
  store
    .selectFrom('wallet')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();

/** The wallets of an organization, oldest first. */
export const listWalletsOf = (store: Store, organizationId: string): Promise<WalletRow[]> =>
  store
    .selectFrom('wallet')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy(sql.ref('rowid'))
    .execute();

export async function renameWallet(store: Store, id: string, name: string, now: number): Promise<void> {
  await store.updateTable('wallet').set({ name, updated_at: now }).where('id', '=', id).execute();
}

export async function markWalletExported(store: Store, id: string, now: number): Promise<void> {
  await store.updateTable('wallet').set({ exported: 1, updated_at: now }).where('id', '=', id).execute();
}
