import { sql } from 'kysely';
import { lookupForm } from './address-lookup.ts';
import { hasWhere, insertRow } from './rows.ts';
import type { Store } from './store.ts';
import type { WalletAccountRow } from './wallets-schema.ts';

export async function insertWalletAccount(
  store: Store,
  account: Omit<WalletAccountRow, 'lookup'>,
): Promise<void> {
  await insertRow(store, 'wallet_account', { ...account, lookup: lookupForm(account.address) });
}

/** Whether a wallet has the account of a path, curve and address format already. */
export const hasWalletAccount = (
  store: Store,
  {
    wallet_id,
    path,
    curve,
    address_format,
  }: Pick<WalletAccountRow, 'wallet_id' | 'path' | 'curve' | 'address_format'>,
): Promise<boolean> => hasWhere(store, 'wallet_account', { wallet_id, path, curve, address_format });

/** The account that has an address within an organization, or undefined; of several the oldest, as they share one key. */
export const findWalletAccountByAddress = (
  store: Store,
  organizationId: string,
  address: string,
): Promise<WalletAccountRow | undefined> =>
  store
    .selectFrom('wallet_account')
    .selectAll()
    .where('lookup', '=', lookupForm(address))
    .where('organization_id', '=', organizationId)
    .orderBy(sql.ref('rowid'))
    .executeTakeFirst();

/** The oldest account of a wallet that has the address, or the path, or both, or undefined. */
export function findAccountOfWallet(
  store: Store,
  walletId: string,
  wanted: { readonly address: string | undefined; readonly path: string | undefined },
): Promise<WalletAccountRow | undefined> {
  let query = store.selectFrom('wallet_account').selectAll().where('wallet_id', '=', walletId);
  if (wanted.address !== undefined) query = query.where('lookup', '=', lookupForm(wanted.address));
  if (wanted.path !== undefined) query = query.where('path', '=', wanted.path);
  return query.orderBy(sql.ref('rowid')).executeTakeFirst();
}
