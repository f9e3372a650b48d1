import { z } from 'zod';
import { timestamp } from '../activity.ts';
import {
  ADDRESS_FORMATS,
  CURVES,
  addressFormat,
  curve,
  encryptedBundle,
  id,
  name,
  paginationOptions,
  targetPublicKey,
} from './fields.ts';
import { query, submit } from './operation.ts';

const PATH_FORMATS = ['PATH_FORMAT_BIP32'] as const;

/** The languages of BIP-39's word lists (OPERATIONS.md, v1MnemonicLanguage). */
export const MNEMONIC_LANGUAGES = [
  'MNEMONIC_LANGUAGE_ENGLISH',
  'MNEMONIC_LANGUAGE_SIMPLIFIED_CHINESE',
  'MNEMONIC_LANGUAGE_TRADITIONAL_CHINESE',
  'MNEMONIC_LANGUAGE_CZECH',
  'MNEMONIC_LANGUAGE_FRENCH',
  'MNEMONIC_LANGUAGE_ITALIAN',
  'MNEMONIC_LANGUAGE_JAPANESE',
  'MNEMONIC_LANGUAGE_KOREAN',
  'MNEMONIC_LANGUAGE_SPANISH',
] as const;
export type MnemonicLanguage = (typeof MNEMONIC_LANGUAGES)[number];

/** Each step of a path costs a point multiplication, and nobody else can write while accounts are derived. */
const MOST_STEPS = 600;
const stepsOf = (path: string): number => path.split('/').length - 1;

/** The accounts to derive (OPERATIONS.md, v1WalletAccountParams). */
export const walletAccounts = () =>
  z
    .array(
      z.strictObject({
        curve: curve(),
        pathFormat: z.enum(PATH_FORMATS).meta({ label: 'Path format' }),
        path: z.string().min(1).max(255).meta({ label: 'Path', hint: "m/44'/60'/0'/0/0" }),
        addressFormat: addressFormat(),
        name: name('Name').nullish(),
      }),
    )
    .max(100)
    .refine(
      (accounts) => accounts.reduce((sum, { path }) => sum + stepsOf(path), 0) <= MOST_STEPS,
      `paths of at most ${MOST_STEPS} steps together`,
    )
    .meta({ label: 'Accounts' });
export type WalletAccountParameters = z.output<ReturnType<typeof walletAccounts>>[number];

/** A wallet as queries show it: everything but its words (OPERATIONS.md, v1Wallet). */
export const wallet = z.looseObject({
  walletId: z.string(),
  walletName: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
  exported: z.boolean(),
  imported: z.boolean(),
});
export type Wallet = z.infer<typeof wallet>;

/** An account of a wallet as queries show it (OPERATIONS.md, v1WalletAccount). `publicKey` is hex, compressed for the ECDSA curves. */
export const walletAccount = z.looseObject({
  walletAccountId: z.string(),
  organizationId: z.string(),
  walletId: z.string(),
  curve: z.enum(CURVES),
  pathFormat: z.enum(PATH_FORMATS),
  path: z.string(),
  addressFormat: z.enum(ADDRESS_FORMATS),
  address: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
  publicKey: z.string().optional(),
  walletDetails: wallet.optional(),
  name: z.string().optional(),
});
export type WalletAccount = z.infer<typeof walletAccount>;

/** PROTOCOL.md, section 12. */
export const createWallet = submit({
  path: 'create_wallet',
  effect: 'write',
  summary: 'Create a wallet',
  parameters: z.strictObject({
    walletName: name('Name'),
    accounts: walletAccounts(),
    mnemonicLength: z.literal([12, 15, 18, 21, 24]).meta({ label: 'Words' }).nullish(),
  }),
  output: z.looseObject({ walletId: z.string(), addresses: z.array(z.string()) }),
});

/** PROTOCOL.md, section 12. */
export const createWalletAccounts = submit({
  path: 'create_wallet_accounts',
  effect: 'write',
  summary: 'Create wallet accounts',
  parameters: z.strictObject({
    walletId: id('Wallet', 'wallet'),
    accounts: walletAccounts().min(1),
    persist: z.boolean().meta({ label: 'Keep the accounts' }).nullish(),
  }),
  output: z.looseObject({ addresses: z.array(z.string()) }),
});

/** Specification, "update_wallet". */
export const updateWallet = submit({
  path: 'update_wallet',
  effect: 'write',
  summary: 'Rename a wallet',
  parameters: z.strictObject({ walletId: id('Wallet', 'wallet'), walletName: name('Name').nullish() }),
  output: z.looseObject({ walletId: z.string() }),
});

/** PROTOCOL.md, section 12. */
export const getWallet = query({
  path: 'get_wallet',
  summary: 'Show a wallet',
  parameters: z.strictObject({ walletId: id('Wallet', 'wallet') }),
  output: z.looseObject({ wallet }),
});

/** PROTOCOL.md, section 12. */
export const listWallets = query({
  path: 'list_wallets',
  summary: 'List wallets',
  parameters: z.strictObject({}),
  output: z.looseObject({ wallets: z.array(wallet) }),
});

/** PROTOCOL.md, section 12. */
export const getWalletAccount = query({
  path: 'get_wallet_account',
  summary: 'Show a wallet account',
  parameters: z.strictObject({
    walletId: id('Wallet', 'wallet'),
    address: z.string().min(1).max(255).nullish().meta({ label: 'Address', control: 'walletAccount' }),
    path: z.string().min(1).max(255).nullish().meta({ label: 'Path', hint: "m/44'/60'/0'/0/0" }),
  }),
  output: z.looseObject({ account: walletAccount }),
});

/** PROTOCOL.md, section 12; oldest first (docs/decisions/041). */
export const listWalletAccounts = query({
  path: 'list_wallet_accounts',
  summary: 'List wallet accounts',
  parameters: z.strictObject({
    walletId: id('Wallet', 'wallet').nullish(),
    includeWalletDetails: z.boolean().nullish(),
    paginationOptions: paginationOptions.nullish(),
  }),
  output: z.looseObject({ accounts: z.array(walletAccount) }),
});

/** PROTOCOL.md, section 12. */
export const exportWallet = submit({
  path: 'export_wallet',
  effect: 'export',
  summary: 'Export a wallet',
  parameters: z.strictObject({
    walletId: id('Wallet', 'wallet'),
    targetPublicKey: targetPublicKey(),
    language: z.enum(MNEMONIC_LANGUAGES).meta({ label: 'Language of the words' }).nullish(),
  }),
  subject: ({ walletId }) => `wallet ${walletId}`,
  output: z.looseObject({ walletId: z.string(), exportBundle: z.string() }),
});

/** PROTOCOL.md, section 12. */
export const exportWalletAccount = submit({
  path: 'export_wallet_account',
  effect: 'export',
  summary: 'Export a wallet account',
  parameters: z.strictObject({
    address: z.string().min(1).max(255).meta({ label: 'Address', control: 'walletAccount' }),
    targetPublicKey: targetPublicKey(),
  }),
  subject: ({ address }) => `account ${address}`,
  output: z.looseObject({ address: z.string(), exportBundle: z.string() }),
});

/** PROTOCOL.md, section 12. */
export const initImportWallet = submit({
  path: 'init_import_wallet',
  effect: 'write',
  summary: 'Start the import of a wallet',
  parameters: z.strictObject({ userId: id('User', 'user') }),
  output: z.looseObject({ importBundle: z.string() }),
});

/** PROTOCOL.md, section 12. */
export const importWallet = submit({
  path: 'import_wallet',
  effect: 'write',
  importsSecrets: true,
  summary: 'Import a wallet',
  parameters: z.strictObject({
    userId: id('User', 'user'),
    walletName: name('Name'),
    encryptedBundle: encryptedBundle('Encrypted words'),
    accounts: walletAccounts(),
  }),
  output: z.looseObject({ walletId: z.string(), addresses: z.array(z.string()) }),
});
