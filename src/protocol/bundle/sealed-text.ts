import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { toHex } from '../encoding.ts';
import type { AppError } from '../error.ts';
import { open } from '../hpke.ts';
import { Secret } from '../secret.ts';
import { bundleError } from './errors.ts';

export const base58check = createBase58check(sha256);
const ENC_LENGTH = 33;
const TAG_LENGTH = 16;
// Base58 takes quadratic time to read; no published text of this form comes near.
const MAX_TEXT_LENGTH = 8192;

/**
 * Opens a text that {@link sealText} made.
 * @param what the name of the text, for the error
 * @throws AppError `BUNDLE_MALFORMED` (no base58check, or cut short) and those of {@link open}
 */
export async function openText(
  text: string,
  privateKey: Secret,
  what: string,
  info?: string,
): Promise<Secret> {
  const bytes = readText(text, what);
  const message = { enc: bytes.subarray(0, ENC_LENGTH), ciphertext: bytes.subarray(ENC_LENGTH) };
  return new Secret(await privateKey.use((key) => open(message, key, info)));
}

/**
 * The encapsulated key of a text that {@link sealText} made, which tells it from every other text: 33 bytes as hex.
 * @throws AppError `BUNDLE_MALFORMED`
 */
const encapsulatedKeyOf = (text: string, what: string): string =>
  toHex(readText(text, what).subarray(0, ENC_LENGTH));

function readText(text: string, what: string): Uint8Array {
  if (text.length > MAX_TEXT_LENGTH) throw malformed(what, `it is longer than ${MAX_TEXT_LENGTH} characters`);
  let bytes: Uint8Array;
  try {
    bytes = base58check.decode(text);
  } catch (cause) {
    throw malformed(what, 'it is no base58 text with a right checksum', cause);
  }
  if (bytes.length < ENC_LENGTH + TAG_LENGTH) throw malformed(what, `${bytes.length} bytes are too few`);
  return bytes;
}

const malformed = (what: string, why: string, cause?: unknown): AppError =>
  bundleError('BUNDLE_MALFORMED', { what, why, cause });

/**
 * The encapsulated key of a sealed credential: whoever copies the text copies it too.
 * @returns 33 bytes as hex
 * @throws AppError `BUNDLE_MALFORMED`
 */
export const onRampEncapsulatedKey = (text: string): string => encapsulatedKeyOf(text, 'on-ramp credential');

/**
 * Opens what {@link sealOnRampCredential} made, with the service's on-ramp private key.
 * @throws AppError `BUNDLE_MALFORMED`, `HPKE_OPEN_FAILED`, `PRIVATE_KEY_INVALID`, `PUBLIC_KEY_INVALID`
 */
export const openOnRampCredential = (
  text: string,
  onRampPrivateKey: Secret,
  info?: string,
): Promise<Secret> => openText(text, onRampPrivateKey, 'on-ramp credential', info);
