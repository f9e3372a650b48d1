import type { KeyImportSubject } from '#preload/contract/key-imports.ts';
import type { AddressFormat } from '#protocol/catalogue/fields.ts';
import type { WalletAccountParameters } from '#protocol/catalogue/wallets.ts';
import { fromHex } from '#protocol/encoding.ts';
import type { AppError } from '#protocol/error.ts';
import { addressOf } from '#chains/addresses/address-of.ts';
import { KEY_CURVE_NAMES } from '#protocol/keys/curve.ts';
import type { KeyCurve } from '#protocol/keys/curve.ts';
import { derivePrivateKey } from '#protocol/keys/derivation/derive.ts';
import { publicKeyOf } from '#protocol/keys/public-key-of.ts';
import { usualAccount } from '#protocol/keys/usual-accounts.ts';
import { walletSeed } from '#protocol/keys/derivation/wallet-words.ts';
import { keyImportError } from './errors.ts';
import type { KeySource } from './read-source.ts';

/** What an operator chooses about a key or wallet. */
export type KeyChoice =
  | {
      readonly kind: 'privateKey';
      readonly curve: KeyCurve;
      readonly addressFormats: readonly AddressFormat[];
    }
  | { readonly kind: 'wallet'; readonly accounts: readonly WalletAccountParameters[] };

/** What is chosen until somebody chooses: the curve and address that fit the form, a wallet's first Ethereum account. */
export function firstChoice(source: KeySource): KeyChoice {
  if (source.kind === 'privateKey') {
    const { kind, curves, addressFormat } = source;
    return { kind, curve: curves[0], addressFormats: [addressFormat] };
  }
  const first = usualAccount('ADDRESS_FORMAT_ETHEREUM', 0);
  return { kind: 'wallet', accounts: first === undefined ? [] : [first] };
}

/**
 * Derives everything public of a key or wallet: what is shown before anybody approves, and what the service's record is
 * compared with afterwards.
 * @throws AppError `KEY_CHOICE_INVALID`, `PRIVATE_KEY_INVALID`, `PATH_INVALID`, `ADDRESS_FORMAT_CURVE_MISMATCH`
 */
export function deriveSubject(source: KeySource, choice: KeyChoice): KeyImportSubject {
  if (source.kind === 'privateKey' && choice.kind === 'privateKey') {
    const { form, curves, plaintext } = source;
    const { curve, addressFormats } = choice;
    if (!curves.includes(curve))
      throw choiceInvalid(`A key in this form is not of the curve ${KEY_CURVE_NAMES[curve]}.`);
    const publicKey = publicKeyOf(curve, plaintext);
    const addresses = [...new Set(addressFormats)].map((addressFormat) => ({
      addressFormat,
      address: addressOf(addressFormat, curve, fromHex(publicKey)),
    }));
    return { kind: 'privateKey', form, curves: [...curves], curve, publicKey, addresses };
  }
  if (source.kind === 'wallet' && choice.kind === 'wallet') {
    const { words, hasPassphrase } = source;
    return { kind: 'wallet', words, hasPassphrase, accounts: deriveAccounts(source, choice.accounts) };
  }
  throw choiceInvalid('What was chosen is for something else.');
}

type Account = Extract<KeyImportSubject, { kind: 'wallet' }>['accounts'][number];

function deriveAccounts({ plaintext }: KeySource, accounts: readonly WalletAccountParameters[]): Account[] {
  const places = accounts.map(({ curve, path, addressFormat }) => `${curve} ${path} ${addressFormat}`);
  if (new Set(places).size !== places.length) throw choiceInvalid('The same account is there twice.');
  const seed = walletSeed(plaintext);
  try {
    return accounts.map(({ curve, path, addressFormat }) => {
      const key = derivePrivateKey(curve, seed, path);
      try {
        const publicKey = publicKeyOf(curve, key);
        const address = addressOf(addressFormat, curve, fromHex(publicKey));
        return { curve, path, addressFormat, publicKey, address };
      } finally {
        key.wipe();
      }
    });
  } finally {
    seed.wipe();
  }
}

const choiceInvalid = (message: string): AppError => keyImportError('KEY_CHOICE_INVALID', { message });
