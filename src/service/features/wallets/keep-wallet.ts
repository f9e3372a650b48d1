import { randomUUID } from 'node:crypto';
import type { WalletAccountParameters } from '#protocol/catalogue/wallets.ts';
import { derivePrivateKey } from '#protocol/keys/derivation/derive.ts';
import { walletSeed } from '#protocol/keys/derivation/wallet-words.ts';
import type { Secret } from '#protocol/secret.ts';
import type { SubmitContext } from '../../engine/operation-handler.ts';
import { requireRow } from '../../engine/requirements.ts';
import type { StorageKey } from '../../keys/storage-key.ts';
import { insertRow } from '../../storage/rows.ts';
import type { WalletAccountRow, WalletRow } from '../../storage/schema.ts';
import type { Store } from '../../storage/store.ts';
import { keepAccounts } from './keep-accounts.ts';

/** What the two sealed columns of a wallet are bound to: one cannot be put in the place of the other. */
const wordsRecord = (walletId: string): string => `${walletId}/words`;
const seedRecord = (walletId: string): string => `${walletId}/seed`;

/** The words of a kept wallet, as wallet-words.ts has them. */
export const openWords = (storageKey: StorageKey, wallet: WalletRow): Secret =>
  storageKey.open(wallet.sealed_words, wordsRecord(wallet.id));

/** The seed of a kept wallet: 64 bytes. */
export const openSeed = (storageKey: StorageKey, wallet: WalletRow): Secret =>
  storageKey.open(wallet.sealed_seed, seedRecord(wallet.id));

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
