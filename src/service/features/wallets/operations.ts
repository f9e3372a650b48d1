import { randomBytes } from 'node:crypto';
import type { AddressFormat } from '#protocol/catalogue/fields.ts';
import * as wallets from '#protocol/catalogue/wallets.ts';
import type { Wallet, WalletAccount } from '#protocol/catalogue/wallets.ts';
import { entropyBytesFor, mnemonicOf } from '#protocol/keys/derivation/mnemonic.ts';
import { checkWalletWords, translateWords } from '#protocol/keys/derivation/wallet-words.ts';
import { Secret } from '#protocol/secret.ts';
import { accountValues, walletValues } from '../../engine/key-values.ts';
import { recordsInTurns, objectPageOf, pageOfRows, updateWhere } from '../../storage/rows.ts';
import { type Prepared, handlersOf, preparedAs } from '../../engine/operation-handler.ts';
import { requireRow } from '../../engine/requirements.ts';
import { timeText } from '../../engine/records.ts';
import { asInvalidField } from '../../errors.ts';
import { findAccountOfWallet, findWalletAccountByAddress } from '../../storage/signing-keys.ts';
import { WORK_MS } from '../../keys/key-threads.ts';
import type { PublicSide } from '../../keys/key-work.ts';
import type { ImportTargetRow, WalletAccountRow, WalletRow } from '../../storage/schema.ts';
import { featureError } from '../errors.ts';
import { beginImport, endImport, openImport, sealForExport } from '../transport/bundles.ts';
import {
  PreparedWallet,
  keepWallet,
  openAccountKey,
  openSeed,
  openWords,
  workOfAccounts,
  workOfWallet,
} from './keep-wallet.ts';
import { accountOf, deriveAccounts, keepAccounts } from './keep-accounts.ts';

/** The wallet as queries show it: everything but its words. */
export const walletRecord = (wallet: WalletRow): Wallet => ({
  walletId: wallet.id,
  walletName: wallet.name,
  createdAt: timeText(wallet.created_at),
  updatedAt: timeText(wallet.updated_at),
  exported: wallet.exported === 1,
  imported: wallet.imported === 1,
});

/**
 * The account as queries show it.
 * @param wallet its wallet, where the request asks for that too
 */
const walletAccountRecord = (account: WalletAccountRow, wallet?: WalletRow): WalletAccount => ({
  walletAccountId: account.id,
  organizationId: account.organization_id,
  walletId: account.wallet_id,
  curve: account.curve,
  pathFormat: 'PATH_FORMAT_BIP32',
  path: account.path,
  addressFormat: account.address_format as AddressFormat,
  address: account.address,
  createdAt: timeText(account.created_at),
  updatedAt: timeText(account.updated_at),
  publicKey: account.public_key,
  ...(wallet === undefined ? {} : { walletDetails: walletRecord(wallet) }),
  ...(account.name === null ? {} : { name: account.name }),
});

/** The published default (OPERATIONS.md has no value; the published reference says 12). */
const DEFAULT_WORDS = 12;

export const walletHandlers = handlersOf(wallets, {
  createWallet: {
    work: ({ accounts }) => workOfWallet(accounts),
    prepare: async (context, { accounts, mnemonicLength }) => {
      const length = entropyBytesFor(mnemonicLength ?? DEFAULT_WORDS);
      const entropy = new Secret(new Uint8Array(randomBytes(length)));
      const words = mnemonicOf(entropy);
      entropy.wipe();
      return await PreparedWallet.of(context, words, accounts);
    },
    handle: (context, { walletName, accounts }) =>
      keepWallet(context, preparedAs(context, PreparedWallet), {
        ...{ name: walletName, imported: false, accounts },
      }),
  },

  createWalletAccounts: {
    // At least what makes a thread do it.
    work: ({ accounts }) => WORK_MS.seed + workOfAccounts(accounts),
    prepare: async (context, { walletId, accounts }) => {
      const seed = openSeed(context.keyRing, await requireRow(context, 'wallet', walletId));
      try {
        return new PreparedAccounts(await deriveAccounts(context, seed, accounts));
      } finally {
        seed.wipe();
      }
    },
    handle: async (context, { walletId, accounts, persist }) => {
      await requireRow(context, 'wallet', walletId);
      const { derived } = preparedAs(context, PreparedAccounts);
      if (persist !== false) return { addresses: await keepAccounts(context, walletId, accounts, derived) };
      return { addresses: accounts.map((_, index) => accountOf(derived, index).address) };
    },
    rules: { conditionValues: (on, { walletId }) => walletValues(on, walletId) },
  },

  updateWallet: {
    handle: async ({ store, caller, now }, { walletId, walletName }) => {
      const { id } = await requireRow({ store, caller }, 'wallet', walletId);
      // Without a name there is nothing to change, as nothing but the name can be.
      if (typeof walletName === 'string')
        await updateWhere(store, 'wallet', { id }, { name: walletName, updated_at: now });
      return { walletId: id };
    },
    rules: { conditionValues: (on, { walletId }) => walletValues(on, walletId) },
  },

  getWallet: async ({ store, caller }, { walletId }) => ({
    wallet: walletRecord(await requireRow({ store, caller }, 'wallet', walletId)),
  }),

  listWallets: async (context) => ({
    wallets: await recordsInTurns(context, 'wallet', context.caller.organizationId, walletRecord),
  }),

  getWalletAccount: async ({ store, caller }, { walletId, address, path }) => {
    const wanted = { address: address ?? undefined, path: path ?? undefined };
    if (wanted.address === undefined && wanted.path === undefined)
      throw featureError('REQUEST_INVALID.accountUnnamed', { field: 'address' });
    const wallet = await requireRow({ store, caller }, 'wallet', walletId);
    const account = await findAccountOfWallet(store, wallet, wanted);
    if (account === undefined) {
      throw featureError('NOT_FOUND.account');
    }
    return { account: walletAccountRecord(account) };
  },

  listWalletAccounts: async ({ store, caller }, parameters) => {
    const { organizationId } = caller;
    const walletId = parameters.walletId ?? undefined;
    if (walletId !== undefined) await requireRow({ store, caller }, 'wallet', walletId);
    const page = objectPageOf(parameters.paginationOptions);
    const accounts = await pageOfRows(
      store,
      'wallet_account',
      { organization_id: organizationId, ...(walletId === undefined ? {} : { wallet_id: walletId }) },
      page,
    );
    const walletOf = new Map<string, WalletRow>();
    if (parameters.includeWalletDetails === true)
      for (const id of new Set(accounts.map((account) => account.wallet_id)))
        walletOf.set(id, await requireRow({ store, caller }, 'wallet', id));
    return {
      accounts: accounts.map((account) => walletAccountRecord(account, walletOf.get(account.wallet_id))),
    };
  },

  exportWallet: {
    handle: async (context, { walletId, targetPublicKey, language }) => {
      const { store, caller, keyRing, now } = context;
      const wallet = await requireRow({ store, caller }, 'wallet', walletId);
      const kept = openWords(keyRing, wallet);
      const words = typeof language === 'string' ? translateWords(kept, language) : kept;
      try {
        const exportBundle = await sealForExport(
          context,
          words,
          targetPublicKey,
          'parameters.targetPublicKey',
        );
        await updateWhere(store, 'wallet', { id: wallet.id }, { exported: 1, updated_at: now });
        return { walletId: wallet.id, exportBundle };
      } finally {
        words.wipe();
        kept.wipe();
      }
    },
    rules: { conditionValues: (on, { walletId }) => walletValues(on, walletId) },
  },

  exportWalletAccount: {
    handle: async (context, { address, targetPublicKey }) => {
      const { store, caller, keyRing } = context;
      const account = await findWalletAccountByAddress(store, caller.organizationId, address);
      if (account === undefined) throw featureError('NOT_FOUND.address', { address });
      const privateKey = await openAccountKey(store, keyRing, account);
      try {
        return {
          address: account.address,
          exportBundle: await sealForExport(
            context,
            privateKey,
            targetPublicKey,
            'parameters.targetPublicKey',
          ),
        };
      } finally {
        privateKey.wipe();
      }
    },
    rules: { conditionValues: (on, { address }) => accountValues(on, address) },
  },

  initImportWallet: async (context, { userId }) => ({
    importBundle: await beginImport(context, 'wallet', userId),
  }),

  importWallet: {
    work: ({ accounts }) => workOfWallet(accounts),
    prepare: async (context, { userId, encryptedBundle, accounts }) => {
      const { plaintext: words, target } = await openImport(context, 'wallet', userId, encryptedBundle);
      try {
        check(words);
      } catch (error) {
        words.wipe();
        throw error;
      }
      return new PreparedImport(target, await PreparedWallet.of(context, words, accounts));
    },
    handle: async (context, { walletName, accounts }) => {
      const { target, wallet } = preparedAs(context, PreparedImport);
      await endImport(context, target);
      return await keepWallet(context, wallet, { name: walletName, imported: true, accounts });
    },
  },
});

/** Accounts that are ready to be kept, or told. */
class PreparedAccounts implements Prepared {
  readonly derived: readonly PublicSide[];

  constructor(derived: readonly PublicSide[]) {
    this.derived = derived;
  }

  wipe(): void {
    // All of it is public.
  }
}

/** A wallet that was opened with the key of a target, which still has to end. */
class PreparedImport implements Prepared {
  readonly target: ImportTargetRow;
  readonly wallet: PreparedWallet;

  constructor(target: ImportTargetRow, wallet: PreparedWallet) {
    this.target = target;
    this.wallet = wallet;
  }

  wipe(): void {
    this.wallet.wipe();
  }
}

function check(words: Secret): void {
  try {
    checkWalletWords(words);
  } catch (error) {
    throw asInvalidField(error, 'parameters.encryptedBundle');
  }
}
