import { Decrypter, armor } from 'age-encryption';
import { addressOfPublicKey } from '#chains/ethereum/model/address.ts';
import type { KeyImportKind, KeyImportSubject } from '#preload/contract/key-imports.ts';
import type { AddressFormat } from '#protocol/catalogue/fields.ts';
import { fromHex, fromUtf8, toUtf8 } from '#protocol/encoding.ts';
import type { AppError } from '#protocol/error.ts';
import { keyError } from '#protocol/key-errors.ts';
import type { KeyCurve } from '#protocol/keys/curve.ts';
import { wordsIn } from '#protocol/keys/derivation/phrase-bytes.ts';
import {
  checkWalletWords,
  readWalletWords,
  walletWordsSize,
} from '#protocol/keys/derivation/wallet-words.ts';
import { publicKeyOf } from '#protocol/keys/public-key-of.ts';
import { recognisePrivateKey } from '#protocol/keys/recognise-key.ts';
import { Secret } from '#protocol/secret.ts';
import { passphraseIdentity } from '../../vault/age-passphrase.ts';
import { keyImportError, passphraseMissing, passphraseWrong } from './errors.ts';
import { isKeystore, openKeystore } from './open-keystore.ts';

const HEADER = 'age-encryption.org/v1\n';
const ARMOR = '-----BEGIN AGE ENCRYPTED FILE-----';

/** Whether bytes are an age file, armored or not (age-encryption.org/v1). */
function isAgeFile(bytes: Uint8Array): boolean {
  return isArmored(bytes) || beginsWith(bytes, HEADER);
}

/**
 * Opens an age file with a passphrase (scrypt recipient), as the export writes it.
 * @returns what it holds
 * @throws AppError `PASSPHRASE_MISSING`, `PASSPHRASE_WRONG`, `AGE_FILE_INVALID`
 */
async function openAgeFile(bytes: Uint8Array, passphrase: string | undefined): Promise<Secret> {
  const sealed = isArmored(bytes) ? unarmor(bytes) : bytes;
  if (!/^-> scrypt /m.test(headOf(sealed))) throw invalid('it is not encrypted with a passphrase');
  if (passphrase === undefined || passphrase === '') throw passphraseMissing();
  const decrypter = new Decrypter();
  const secret = new Secret(toUtf8(passphrase));
  decrypter.addIdentity(passphraseIdentity(secret));
  try {
    return new Secret(await decrypter.decrypt(sealed));
  } catch {
    // The library tells a wrong passphrase from a damaged file by its message alone.
    throw passphraseWrong();
  } finally {
    secret.wipe();
  }
}

const isArmored = (bytes: Uint8Array): boolean => beginsWith(bytes, ARMOR);

/** Compares bytes: what is no age file may be a secret, of which no string is made. */
function beginsWith(bytes: Uint8Array, text: string): boolean {
  const from = bytes.findIndex((byte) => !(byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)));
  return from !== -1 && toUtf8(text).every((byte, n) => bytes[from + n] === byte);
}

/** The stanzas are at the start; what follows them is no text. */
const headOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes.subarray(0, 256));

function unarmor(bytes: Uint8Array): Uint8Array {
  try {
    return armor.decode(fromUtf8(bytes, 'file'));
  } catch {
    throw invalid('its armor is damaged');
  }
}

const invalid = (why: string): AppError => keyImportError('AGE_FILE_INVALID', { why });

/** What was read, as it is sealed later, and what is known of it before anything is chosen. */
export type KeySource =
  | {
      readonly kind: 'privateKey';
      /** 32 bytes. */
      readonly plaintext: Secret;
      readonly form: Extract<KeyImportSubject, { kind: 'privateKey' }>['form'];
      readonly curves: readonly [KeyCurve, ...KeyCurve[]];
      readonly addressFormat: AddressFormat;
    }
  | {
      readonly kind: 'wallet';
      /** UTF-8 of the words, and after a line end of the passphrase where there is one (wallet-words.ts). */
      readonly plaintext: Secret;
      readonly words: number;
      readonly hasPassphrase: boolean;
    };

/** What opens a source. */
export interface Passphrases {
  /** Of an encrypted file. */
  readonly passphrase?: string | undefined;
  /** Of a wallet's words (BIP-39). */
  readonly wordsPassphrase?: string | undefined;
}

/**
 * Reads a private key or the words of a wallet out of what was typed or stood in a file: text in any form that is known,
 * or an age file or keystore with its passphrase.
 * @param given taken over, and wiped whatever comes of it
 * @throws AppError `KEY_FORMAT`, `KEY_UNKNOWN_FORM`, `MNEMONIC_INVALID`, `UTF8_INVALID`, `PASSPHRASE_TWICE`, and those
 *   of {@link openAgeFile} and {@link openKeystore}; none repeats anything of it
 */
export async function readSource(
  kind: KeyImportKind,
  given: Secret,
  passphrases: Passphrases,
): Promise<KeySource> {
  try {
    if (!given.use(isAgeFile)) return await readPlain(kind, given, passphrases);
    const bytes = given.use((sealed) => sealed.slice());
    const opened = await openAgeFile(bytes, passphrases.passphrase);
    try {
      return await readPlain(kind, opened, passphrases);
    } finally {
      opened.wipe();
    }
  } finally {
    given.wipe();
  }
}

async function readPlain(
  kind: KeyImportKind,
  given: Secret,
  { passphrase, wordsPassphrase }: Passphrases,
): Promise<KeySource> {
  // Words stay bytes: no string of them is made, which nobody could wipe.
  if (kind === 'wallet') return readWords(given, wordsPassphrase);
  const text = given.use((bytes) => fromUtf8(bytes, 'key')).replace(/^\uFEFF/, '');
  if (isKeystore(text)) return readKeystore(text, passphrase);
  const { privateKey, ...known } = recognisePrivateKey(text);
  return { kind, plaintext: privateKey, ...known };
}

async function readKeystore(text: string, passphrase: string | undefined): Promise<KeySource> {
  const { privateKey, address } = await openKeystore(text, passphrase);
  const curve = 'CURVE_SECP256K1';
  try {
    const derived = addressOfPublicKey(fromHex(publicKeyOf(curve, privateKey)));
    if (address !== undefined && derived.slice(2).toLowerCase() !== address) {
      throw keyImportError('KEYSTORE_INVALID.address', { address });
    }
  } catch (error) {
    privateKey.wipe();
    throw error;
  }
  return {
    kind: 'privateKey',
    plaintext: privateKey,
    form: 'KEYSTORE',
    curves: [curve],
    addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
  };
}

function readWords(typed: Secret, wordsPassphrase: string | undefined): KeySource {
  const words = typed.use(wordsIn);
  if (words[0]?.[0] === OPENING_BRACE) throw keyError('MNEMONIC_INVALID.keystore');
  if (words.length < 2) throw keyError('MNEMONIC_INVALID.noList');
  const phrase = wordsPassphrase ? new Secret(toUtf8(wordsPassphrase)) : undefined;
  const plaintext = readOrWipe(typed, phrase);
  try {
    checkWalletWords(plaintext);
    return { kind: 'wallet', plaintext, ...walletWordsSize(plaintext) };
  } catch (error) {
    plaintext.wipe();
    throw error;
  }
}

function readOrWipe(typed: Secret, phrase: Secret | undefined): Secret {
  try {
    return readWalletWords(typed, phrase);
  } finally {
    phrase?.wipe();
  }
}

const OPENING_BRACE = 0x7b;
