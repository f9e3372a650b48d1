import { Decrypter, armor } from 'age-encryption';
import type { AppError } from '#protocol/error.ts';
import { fromUtf8, toUtf8 } from '#protocol/encoding.ts';
import { Secret } from '#protocol/secret.ts';
import { keyImportError } from './errors.ts';
import { passphraseMissing, passphraseWrong } from './passphrase-errors.ts';

const HEADER = 'age-encryption.org/v1\n';
const ARMOR = '-----BEGIN AGE ENCRYPTED FILE-----';

/** Whether bytes are an age file, armored or not (age-encryption.org/v1). */
export function isAgeFile(bytes: Uint8Array): boolean {
  return isArmored(bytes) || beginsWith(bytes, HEADER);
}

/**
 * Opens an age file with a passphrase (scrypt recipient), as the export writes it.
 * @returns what it holds
 * @throws AppError `PASSPHRASE_MISSING`, `PASSPHRASE_WRONG`, `AGE_FILE_INVALID`
 */
export async function openAgeFile(bytes: Uint8Array, passphrase: string | undefined): Promise<Secret> {
  const sealed = isArmored(bytes) ? unarmor(bytes) : bytes;
  if (!/^-> scrypt /m.test(headOf(sealed))) throw invalid('it is not encrypted with a passphrase');
  if (passphrase === undefined || passphrase === '') throw passphraseMissing();
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    return new Secret(await decrypter.decrypt(sealed));
  } catch {
    // The library tells a wrong passphrase from a damaged file by its message alone.
    throw passphraseWrong();
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
