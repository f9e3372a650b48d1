import { randomUUID } from 'node:crypto';
import { addressOf } from '#chains/addresses/address-of.ts';
import type { WalletAccountParameters } from '#protocol/catalogue/wallets.ts';
import { fromHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { derivePrivateKey } from '#protocol/keys/derivation/derive.ts';
import { walletSeed } from '#protocol/keys/derivation/wallet-words.ts';
import { publicKeyOf } from '#protocol/keys/public-key-of.ts';
import type { Secret } from '#protocol/secret.ts';
import type { SubmitContext } from '../../engine/operation-handler.ts';
import { requireRow } from '../../engine/requirements.ts';
import { asInvalidField } from '../../errors.ts';
import type { StorageKey } from '../../keys/storage-key.ts';
import { insertRow } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import { hasWalletAccount, insertWalletAccount } from '../../storage/signing-keys.ts';
import type { WalletAccountRow, WalletRow } from '../../storage/schema.ts';
import { featureError } from '../errors.ts';

/** What the two sealed columns of a wallet are bound to: one cannot be put in the place of the other. */
const wordsRecord = (walletId: string): string => `${walletId}/words`;
const seedRecord = (walletId: string): string => `${walletId}/seed`;

/** The words of a kept wallet, as wallet-words.ts has them. */
export const openWords = (storageKey: StorageKey, wallet: WalletRow): Secret =>
  storageKey.open(wallet.sealed_words, wordsRecord(wallet.id));

/** The seed of a kept wallet: 64 bytes. */
export const openSeed = (storageKey: StorageKey, wallet: WalletRow): Secret =>
  storageKey.open(wallet.sealed_seed, seedRecord(wallet.id));

/** An account's public side. `publicKey` is hex, compressed for the ECDSA curves. */
interface DerivedAccount {
  readonly publicKey: string;
  readonly address: string;
}

const FIELD_OF_CODE: Readonly<Record<string, string>> = {
  PATH_INVALID: 'path',
  DERIVATION_FAILED: 'path',
  ADDRESS_FORMAT_CURVE_MISMATCH: 'addressFormat',
};

/**
 * Derives an account of a wallet.
 * @param field where the account stands in the request, for errors
 * @throws ServiceError REQUEST_INVALID when the path is none, or the format does not exist for the curve
 */
export function deriveAccount(seed: Secret, account: WalletAccountParameters, field: string): DerivedAccount {
  try {
    const privateKey = derivePrivateKey(account.curve, seed, account.path);
    try {
      const publicKey = publicKeyOf(account.curve, privateKey);
      return { publicKey, address: addressOf(account.addressFormat, account.curve, fromHex(publicKey)) };
    } finally {
      privateKey.wipe();
    }
  } catch (error) {
    const member = error instanceof AppError ? FIELD_OF_CODE[error.code] : undefined;
    throw member === undefined ? error : asInvalidField(error, `${field}.${member}`);
  }
}

/**
 * Keeps a wallet and its first accounts.
 * @param words checked (see wallet-words.ts)
 * @returns its id and the accounts' addresses, in order
 * @throws ServiceError REQUEST_INVALID for an account that cannot be derived
 */
export async function keepWallet(
  context: SubmitContext,
  wallet: {
    readonly name: string;
    readonly words: Secret;
    readonly imported: boolean;
    readonly accounts: readonly WalletAccountParameters[];
  },
): Promise<{ walletId: string; addresses: string[] }> {
  const { store, caller, storageKey, now } = context;
  const walletId = randomUUID();
  const seed = walletSeed(wallet.words);
  try {
    await insertRow(store, 'wallet', {
      id: walletId,
      organization_id: caller.organizationId,
      name: wallet.name,
      sealed_words: wallet.words.use((bytes) => storageKey.seal(bytes, wordsRecord(walletId))),
      sealed_seed: seed.use((bytes) => storageKey.seal(bytes, seedRecord(walletId))),
      exported: 0,
      imported: wallet.imported ? 1 : 0,
      created_at: now,
      updated_at: now,
    });
    return { walletId, addresses: await keepAccounts(context, walletId, seed, wallet.accounts) };
  } finally {
    seed.wipe();
  }
}

/**
 * Derives and keeps accounts of a wallet.
 * @returns their addresses, in order
 * @throws ServiceError REQUEST_INVALID for an account that cannot be derived or is there already
 */
export async function keepAccounts(
  { store, caller, now }: SubmitContext,
  walletId: string,
  seed: Secret,
  accounts: readonly WalletAccountParameters[],
): Promise<string[]> {
  const addresses = [];
  for (const [index, wanted] of accounts.entries()) {
    const field = `parameters.accounts.${index}`;
    const { publicKey, address } = deriveAccount(seed, wanted, field);
    const account = {
      id: randomUUID(),
      organization_id: caller.organizationId,
      wallet_id: walletId,
      name: wanted.name ?? null,
      curve: wanted.curve,
      path_format: wanted.pathFormat,
      path: wanted.path,
      address_format: wanted.addressFormat,
      address,
      public_key: publicKey,
      created_at: now,
      updated_at: now,
    };
    if (await hasWalletAccount(store, account)) {
      throw featureError('REQUEST_INVALID.accountTaken', { field });
    }
    await insertWalletAccount(store, account);
    addresses.push(address);
  }
  return addresses;
}

/** The private key of a wallet account: 32 bytes, to be wiped by whoever asked. */
export async function openAccountKey(
  store: Store,
  storageKey: StorageKey,
  account: WalletAccountRow,
): Promise<Secret> {
  const caller = { organizationId: account.organization_id };
  const seed = openSeed(storageKey, await requireRow({ store, caller }, 'wallet', account.wallet_id));
  try {
    return derivePrivateKey(account.curve, seed, account.path);
  } finally {
    seed.wipe();
  }
}
