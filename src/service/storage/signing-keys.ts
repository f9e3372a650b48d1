import { sql } from 'kysely';
import { z } from 'zod';
import { recall } from './kept-rows.ts';
import { findRow, hasWhere, insertRow, pageOfRows, rowsInTurns, type ObjectPage } from './rows.ts';
import type { PrivateKeyRow, WalletAccountRow, WalletRow } from './schema.ts';
import type { Store } from './store.ts';
import type { InTurns } from './turns.ts';

/** A key that signs: `curve` and `public_key` (hex, compressed for the ECDSA curves) are of both. */
export type SignerRow = PrivateKeyRow | WalletAccountRow;

export const isWalletAccount = (signer: SignerRow): signer is WalletAccountRow => 'wallet_id' in signer;

const uuid = z.uuid().toLowerCase();

/**
 * The key that `signWith` names within an organization: a private key by its ID or an address, or a wallet account by its
 * address (specification, "sign_transaction"). Undefined where there is none.
 */
export async function findSigner(
  store: Store,
  organizationId: string,
  signWith: string,
): Promise<SignerRow | undefined> {
  const id = uuid.safeParse(signWith).data;
  const key =
    id === undefined
      ? await findPrivateKeyByAddress(store, organizationId, signWith)
      : await findRow(store, 'private_key', organizationId, id);
  return key ?? (await findWalletAccountByAddress(store, organizationId, signWith));
}

/** The form that addresses are compared in: hex in any case is the same address, other formats are as written. */
const lookupForm = (address: string): string =>
  /^(?:0x)?[0-9a-f]+$/i.test(address) ? address.toLowerCase() : address;

interface KeyAddress {
  readonly format: string;
  readonly address: string;
}
export interface PrivateKeyWithAddresses {
  readonly key: PrivateKeyRow;
  readonly addresses: readonly KeyAddress[];
}

export async function insertPrivateKey(
  store: Store,
  key: PrivateKeyRow,
  addresses: readonly KeyAddress[],
): Promise<void> {
  await insertRow(store, 'private_key', key);
  for (const [position, { format, address }] of addresses.entries()) {
    await insertRow(store, 'private_key_address', {
      private_key_id: key.id,
      position,
      format,
      address,
      lookup: lookupForm(address),
    });
  }
}

/** The private key that has an address within an organization, or undefined. */
const findPrivateKeyByAddress = (
  store: Store,
  organizationId: string,
  address: string,
): Promise<PrivateKeyRow | undefined> =>
  recall(
    store,
    'private_key private_key_address',
    `at ${JSON.stringify([organizationId, lookupForm(address)])}`,
    () =>
      store
        .selectFrom('private_key')
        .innerJoin('private_key_address', 'private_key_address.private_key_id', 'private_key.id')
        .selectAll('private_key')
        .where('private_key_address.lookup', '=', lookupForm(address))
        .where('private_key.organization_id', '=', organizationId)
        // A key that was imported twice has its address twice: the same record is found each time. The sign keeps SQLite from
        // reading all keys in that order in place of the few with the address; to PostgreSQL it means nothing.
        .orderBy(sql`+private_key.created_at`)
        .orderBy(sql.ref('private_key.rowid'))
        .executeTakeFirst(),
  );

/** The addresses of a private key, in the order in which they were asked for. */
export const addressesOfPrivateKey = async (store: Store, privateKeyId: string): Promise<KeyAddress[]> => {
  const rows = await store
    .selectFrom('private_key_address')
    .selectAll()
    .where('private_key_id', '=', privateKeyId)
    .orderBy('position')
    .execute();
  return rows.map(({ format, address }) => ({ format, address }));
};

/** A page of the private keys of an organization with their addresses, oldest first. */
export const pageOfPrivateKeys = async (
  store: Store,
  organizationId: string,
  page: ObjectPage,
): Promise<PrivateKeyWithAddresses[]> =>
  withAddresses(store, await pageOfRows(store, 'private_key', { organization_id: organizationId }, page));

/** All of them, some at a time: between those other requests are answered. */
export async function* privateKeysInTurns(
  on: InTurns,
  organizationId: string,
): AsyncGenerator<PrivateKeyWithAddresses[], void, undefined> {
  for await (const keys of rowsInTurns(on, 'private_key', organizationId))
    yield await withAddresses(on.store, keys);
}

async function withAddresses(
  store: Store,
  keys: readonly PrivateKeyRow[],
): Promise<PrivateKeyWithAddresses[]> {
  // PostgreSQL knows no empty list.
  if (keys.length === 0) return [];
  const ids = keys.map(({ id }) => id);
  const rows = await store
    .selectFrom('private_key_address')
    .selectAll()
    .orderBy('position')
    .where('private_key_id', 'in', ids)
    .execute();
  const addresses = new Map<string, KeyAddress[]>();
  for (const { private_key_id, format, address } of rows) {
    const known = addresses.get(private_key_id);
    if (known === undefined) addresses.set(private_key_id, [{ format, address }]);
    else known.push({ format, address });
  }
  return keys.map((key) => ({ key, addresses: addresses.get(key.id) ?? [] }));
}

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
  recall(store, 'wallet_account', `at ${JSON.stringify([organizationId, lookupForm(address)])}`, () =>
    store
      .selectFrom('wallet_account')
      .selectAll()
      .where('lookup', '=', lookupForm(address))
      .where('organization_id', '=', organizationId)
      .orderBy(sql.ref('rowid'))
      .executeTakeFirst(),
  );

/** The oldest account of an organization's wallet that has the address, or the path, or both, or undefined. */
export function findAccountOfWallet(
  store: Store,
  { id, organization_id }: Pick<WalletRow, 'id' | 'organization_id'>,
  wanted: { readonly address: string | undefined; readonly path: string | undefined },
): Promise<WalletAccountRow | undefined> {
  let query = store.selectFrom('wallet_account').selectAll().where('wallet_id', '=', id);
  // Without the organization no index is in the order of the addresses.
  if (wanted.address !== undefined)
    query = query
      .where('organization_id', '=', organization_id)
      .where('lookup', '=', lookupForm(wanted.address));
  if (wanted.path !== undefined) query = query.where('path', '=', wanted.path);
  return query.orderBy(sql.ref('rowid')).executeTakeFirst();
}
