import type { Secret } from '#protocol/secret.ts';
import type { StorageKey } from '../../keys/storage-key.ts';
import type { WalletRow } from '../../storage/wallets-schema.ts';

/** What the two sealed columns of a wallet are bound to: one cannot be put in the place of the other. */
export const wordsRecord = (walletId: string): string => `${walletId}/words`;
export const seedRecord = (walletId: string): string => `${walletId}/seed`;

/** The words of a kept wallet, as wallet-words.ts has them. */
export const openWords = (storageKey: StorageKey, wallet: WalletRow): Secret =>
  storageKey.open(wallet.sealed_words, wordsRecord(wallet.id));

/** The seed of a kept wallet: 64 bytes. */
export const openSeed = (storageKey: StorageKey, wallet: WalletRow): Secret =>
  storageKey.open(wallet.sealed_seed, seedRecord(wallet.id));
