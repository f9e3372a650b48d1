import { sql } from 'kysely';
import { lookupForm } from './address-lookup.ts';
import { pageOf, type ObjectPage } from './object-page.ts';
import type { Store } from './store.ts';
import type { WalletAccountRow } from './wallets-schema.ts';

export async function insertWalletAccount(
  store: Store,
  account: Omit<WalletAccountRow, 'lookup'>,
): Promise<void> {
  await store
    .insertInto('wallet_account')
    .values({ ...account, lookup: lookupForm(account.address) })
    .execute();
}

/** Whether a wallet has the account of a path, curve and address format already. */
export async function hasWalletAccount(
  store: Store,
  account: Pick<WalletAccountRow, 'wallet_id' | 'path' | 'curve' | 'address_format'>,
): Promise<boolean> {
  const row = await store
    .selectFrom('wallet_account')
    .select('id')
    .where('wallet_id', '=', account.wallet_id)
    .where('path', '=', account.path)
    .where('curve', '=', account.curve)
    .where('address_format', '=', account.address_format)
    .executeTakeFirst();
  return row !== undefined;
}

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

/** A page of the accounts of an organization, or of one of its wallets. */
export function listWalletAccountsOf(
  store: Store,
  organizationId: string,
  walletId: string | undefined,
  page: ObjectPage,
): Promise<WalletAccountRow[]> {
  const all = store
    .selectFrom('wallet_account')
    .selectAll('wallet_account')
    .where('organization_id', '=', organizationId);
  return pageOf('wallet_account', walletId === undefined ? all : all.where('wallet_id', '=', walletId), page);
}
