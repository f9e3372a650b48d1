import { randomUUID } from 'node:crypto';
import type { WalletAccountParameters } from '#protocol/catalogue/wallets.ts';
import { derivePrivateKey } from '#protocol/keys/derivation/derive.ts';
import type { Secret } from '#protocol/secret.ts';
import type { PrepareContext, Prepared, SubmitContext } from '../../engine/operation-handler.ts';
import { requireRow } from '../../engine/requirements.ts';
import { WORK_MS } from '../../keys/key-threads.ts';
import type { PublicSide } from '../../keys/key-work.ts';
import type { KeyRing } from '../../keys/key-ring.ts';
import { insertRow } from '../../storage/rows.ts';
import type { WalletAccountRow, WalletRow } from '../../storage/schema.ts';
import type { Store } from '../../storage/store.ts';
import { deriveAccounts, keepAccounts } from './keep-accounts.ts';

/** The words of a kept wallet, as wallet-words.ts has them. */
export const openWords = (keyRing: KeyRing, wallet: WalletRow): Secret =>
  keyRing.open('wallet', wallet, 'sealed_words');

/** The seed of a kept wallet: 64 bytes. */
export const openSeed = (keyRing: KeyRing, wallet: WalletRow): Secret =>
  keyRing.open('wallet', wallet, 'sealed_seed');

/** A wallet that is ready to be kept: its words, its seed, and its accounts' public sides. */
export class PreparedWallet implements Prepared {
  readonly words: Secret;
  readonly seed: Secret;
  readonly accounts: readonly PublicSide[];

  constructor(words: Secret, seed: Secret, accounts: readonly PublicSide[]) {
    this.words = words;
    this.seed = seed;
    this.accounts = accounts;
  }

  /**
   * Derives a wallet's seed and accounts, in threads.
   * @param words checked (see wallet-words.ts); taken over
   * @throws ServiceError REQUEST_INVALID for an account that cannot be derived
   */
  static async of(
    context: PrepareContext,
    words: Secret,
    accounts: readonly WalletAccountParameters[],
  ): Promise<PreparedWallet> {
    let seed: Secret | undefined;
    try {
      seed = await context.keyThreads.seed(words);
      return new PreparedWallet(words, seed, await deriveAccounts(context, seed, accounts));
    } catch (error) {
      words.wipe();
      seed?.wipe();
      throw error;
    }
  }

  wipe(): void {
    this.words.wipe();
    this.seed.wipe();
  }
}

/** What the making of a wallet with these accounts computes, in milliseconds. */
export const workOfWallet = (accounts: readonly WalletAccountParameters[]): number =>
  WORK_MS.seed + workOfAccounts(accounts);

/** What the derivation of accounts computes, in milliseconds. */
export const workOfAccounts = (accounts: readonly WalletAccountParameters[]): number =>
  accounts.reduce((sum, account) => sum + WORK_MS.account(account), 0);

/**
 * Keeps a wallet and its first accounts.
 * @returns its id and the accounts' addresses, in order
 */
export async function keepWallet(
  context: SubmitContext,
  { words, seed, accounts: derived }: PreparedWallet,
  wallet: {
    readonly name: string;
    readonly imported: boolean;
    readonly accounts: readonly WalletAccountParameters[];
  },
): Promise<{ walletId: string; addresses: string[] }> {
  const { store, caller, keyRing, now } = context;
  const walletId = randomUUID();
  const named = { id: walletId, organization_id: caller.organizationId };
  await insertRow(store, 'wallet', {
    ...named,
    name: wallet.name,
    ...keyRing.seal('wallet', named, { sealed_words: words, sealed_seed: seed }),
    exported: 0,
    imported: wallet.imported ? 1 : 0,
    created_at: now,
    updated_at: now,
  });
  return { walletId, addresses: await keepAccounts(context, walletId, wallet.accounts, derived) };
}

/** The private key of a wallet account: 32 bytes, to be wiped by whoever asked. */
export async function openAccountKey(
  store: Store,
  keyRing: KeyRing,
  account: WalletAccountRow,
): Promise<Secret> {
  const caller = { organizationId: account.organization_id };
  const seed = openSeed(keyRing, await requireRow({ store, caller }, 'wallet', account.wallet_id));
  try {
    return derivePrivateKey(account.curve, seed, account.path);
  } finally {
    seed.wipe();
  }
}
