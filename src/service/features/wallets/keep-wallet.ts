import { randomUUID } from 'node:crypto';
import type { WalletAccountParameters } from '#protocol/catalogue/wallets.ts';
import type { Secret } from '#protocol/secret.ts';
import type { SubmitContext } from '../../engine/operation-handler.ts';
import { featureError } from '../errors.ts';
import { insertRow } from '../../storage/rows.ts';
import { hasWalletAccount, insertWalletAccount } from '../../storage/wallet-accounts.ts';
import { deriveAccount } from './derive-account.ts';
import { seedRecord, wordsRecord } from './sealed-wallet.ts';
import { walletSeed } from '#protocol/keys/derivation/wallet-words.ts';

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
