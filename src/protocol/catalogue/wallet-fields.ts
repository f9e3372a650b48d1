import { z } from 'zod';
import { timestamp } from '../activity.ts';
import { ADDRESS_FORMATS, addressFormat, curve, CURVES, name } from './fields.ts';

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
