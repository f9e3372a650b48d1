import type { ExportFormat, ExportItem } from '#preload/contract/exports.ts';
import { ADDRESS_FORMATS, type AddressFormat } from '#protocol/catalogue/fields.ts';
import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import { exportSecrets } from '#protocol/catalogue/secrets.ts';
import { type WalletAccount, exportWallet, exportWalletAccount } from '#protocol/catalogue/wallets.ts';
import { fromHex, fromUtf8 } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { ADDRESS_TABLE, addressOf } from '#chains/addresses/address-of.ts';
import { KEY_CURVE_NAMES, type KeyCurve } from '#protocol/keys/curve.ts';
import { derivePrivateKey } from '#protocol/keys/derivation/derive.ts';
import { publicKeyOf } from '#protocol/keys/public-key-of.ts';
import { checkWalletWords, walletSeed, walletWordsSize } from '#protocol/keys/derivation/wallet-words.ts';
import type { Secret } from '#protocol/secret.ts';
import { exportError } from './errors.ts';

/** What a plaintext turned out to be. */
export type ExportDescription = Omit<ExportItem, 'name'>;

/** What the service's record says of something that is exported, and what a plaintext is held against. */
export interface ServiceRecord {
  readonly name: string;
  /**
   * Derives from the plaintext what the record names, and compares.
   * @throws AppError `PLAINTEXT_LENGTH`, `PRIVATE_KEY_INVALID`, `MNEMONIC_INVALID`, `UTF8_INVALID`: the plaintext
   *   is not of its kind
   */
  describe(plaintext: Secret): ExportDescription;
}

const KEY_LENGTH = 32;
const KEY_CURVES = ['CURVE_SECP256K1', 'CURVE_ED25519', 'CURVE_P256'] as const satisfies KeyCurve[];

interface KeyRecord {
  readonly curve: KeyCurve;
  readonly publicKey?: string | undefined;
  readonly addresses: readonly { readonly format: AddressFormat; readonly address: string }[];
}

export const recordOfKey = ({
  privateKeyName: name,
  curve,
  publicKey,
  addresses,
}: PrivateKey): ServiceRecord =>
  keyRecord(name, {
    curve,
    publicKey,
    addresses: addresses.flatMap(({ format, address }) =>
      format === undefined || address === undefined ? [] : [{ format, address }],
    ),
  });

export const recordOfAccount = (account: WalletAccount): ServiceRecord =>
  keyRecord(account.name ?? account.address, recordOfDerived(account));

export const recordOfWallet = (name: string, accounts: readonly WalletAccount[]): ServiceRecord => ({
  name,
  describe: (plaintext) => {
    checkWalletWords(plaintext);
    const seed = walletSeed(plaintext);
    try {
      const derived = accounts.flatMap((account) => {
        const key = derivePrivateKey(account.curve, seed, account.path);
        try {
          return compare(key, recordOfDerived(account)).map((each) => ({ ...each, label: account.path }));
        } finally {
          key.wipe();
        }
      });
      const size = `${walletWordsSize(plaintext).words} words`;
      return { kind: 'words', size, formats: ['MNEMONIC'], keystore: false, derived };
    } finally {
      seed.wipe();
    }
  },
});

/** A secret is known to the service by its name alone: there is nothing to derive from it. */
export const recordOfSecret = (name: string): ServiceRecord => ({
  name,
  describe: (plaintext) => ({
    kind: 'secret',
    size: `${plaintext.length} bytes`,
    formats: isText(plaintext) ? ['TEXT', 'HEXADECIMAL'] : ['HEXADECIMAL'],
    keystore: false,
    derived: [],
  }),
});

/**
 * What a request by file says of what it takes out: an offline console has no record of the service. An account is named by
 * its address, which the key has to make; an ID tells nothing to compare with.
 * @param operation the export's path
 * @param name the ID or the address that the request names
 */
export function recordOfRequest(operation: string, name: string): ServiceRecord {
  switch (operation) {
    case exportWallet.path:
      return recordOfWallet(name, []);
    case exportSecrets.path:
      return recordOfSecret(name);
    case exportWalletAccount.path:
      return { name, describe: (plaintext) => describeAccount(name, plaintext) };
    default:
      return { name, describe: (plaintext) => describeBare(plaintext, []) };
  }
}

/** A key of which no curve is known: it is given as it is. */
function describeBare(plaintext: Secret, derived: ExportDescription['derived']): ExportDescription {
  if (plaintext.length !== KEY_LENGTH) throw wrongLength(plaintext.length);
  const size = `${KEY_LENGTH} bytes`;
  return { kind: 'key', size, formats: ['HEXADECIMAL'], keystore: false, derived };
}

/** A key that has to make an address, in whichever format that address is. */
function describeAccount(address: string, plaintext: Secret): ExportDescription {
  if (plaintext.length !== KEY_LENGTH) throw wrongLength(plaintext.length);
  for (const curve of KEY_CURVES) {
    const publicKey = validPublicKey(curve, plaintext);
    if (publicKey === undefined) continue;
    const format = ADDRESS_FORMATS.find(
      (each) => curve in ADDRESS_TABLE[each] && addressOf(each, curve, fromHex(publicKey)) === address,
    );
    if (format !== undefined)
      return keyRecord(address, { curve, addresses: [{ format, address }] }).describe(plaintext);
  }
  const value = validPublicKey('CURVE_SECP256K1', plaintext) ?? 'no key of its curve';
  return describeBare(plaintext, [{ label: 'Public key', value, matches: false }]);
}

/** The public key; undefined where the bytes are no key of the curve. */
function validPublicKey(curve: KeyCurve, plaintext: Secret): string | undefined {
  try {
    return publicKeyOf(curve, plaintext);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

function keyRecord(name: string, record: KeyRecord): ServiceRecord {
  const { curve } = record;
  const formatsOfAddresses = record.addresses.map(({ format }) => format);
  return {
    name,
    describe: (plaintext) => {
      if (plaintext.length !== KEY_LENGTH) throw wrongLength(plaintext.length);
      return {
        kind: 'key',
        size: `${KEY_CURVE_NAMES[curve]}, ${KEY_LENGTH} bytes`,
        formats: formatsOf(curve, formatsOfAddresses),
        keystore: formatsOfAddresses.includes('ADDRESS_FORMAT_ETHEREUM'),
        derived: compare(plaintext, record),
      };
    },
  };
}

const recordOfDerived = ({ curve, publicKey, addressFormat: format, address }: WalletAccount): KeyRecord => ({
  curve,
  publicKey,
  addresses: [{ format, address }],
});

/** Each address of the record, or its public key where it has none, against what the key makes. */
function compare(
  key: Secret,
  { curve, publicKey: recorded, addresses }: KeyRecord,
): ExportDescription['derived'] {
  const publicKey = publicKeyOf(curve, key);
  const keyMatches = recorded === undefined || recorded.toLowerCase() === publicKey;
  if (addresses.length === 0) return [{ label: 'Public key', value: publicKey, matches: keyMatches }];
  return addresses.map(({ format, address }) => {
    const value = addressOf(format, curve, fromHex(publicKey));
    return { label: 'Address', value, matches: keyMatches && value === address };
  });
}

/** The forms that programs of the field take a key in, the usual one first. */
function formatsOf(curve: KeyCurve, addresses: readonly AddressFormat[]): ExportFormat[] {
  const has = (word: string): boolean => addresses.some((format) => format.includes(word));
  switch (curve) {
    case 'CURVE_SECP256K1': {
      const test = has('BITCOIN_TESTNET') || has('BITCOIN_SIGNET') || has('BITCOIN_REGTEST');
      return ['HEXADECIMAL', 'BITCOIN_MAINNET_WIF', ...(test ? (['BITCOIN_TESTNET_WIF'] as const) : [])];
    }
    case 'CURVE_ED25519': {
      const sui = has('SUI') ? (['SUI_BECH32'] as const) : [];
      return has('SOLANA') ? ['SOLANA', 'HEXADECIMAL', ...sui] : [...sui, 'HEXADECIMAL', 'SOLANA'];
    }
    case 'CURVE_P256':
      return ['HEXADECIMAL'];
  }
}

function isText(plaintext: Secret): boolean {
  try {
    // Control characters would vanish or act where the text is shown and pasted.
    return plaintext.use((bytes) => !/[^\P{Cc}\t\n\r]/u.test(fromUtf8(bytes)));
  } catch {
    return false;
  }
}

const wrongLength = (length: number): AppError =>
  exportError('PLAINTEXT_LENGTH', { length, wanted: KEY_LENGTH });
