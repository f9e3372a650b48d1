import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import { toHex } from '../encoding.ts';
import type { AppError } from '../error.ts';
import { open, seal } from '../hpke.ts';
import { compressP256, p256PublicKeyOf } from '../p256-key.ts';
import { Secret } from '../secret.ts';
import { bundleError } from './errors.ts';

const base58check = createBase58check(sha256);
const ENC_LENGTH = 33;
const TAG_LENGTH = 16;
// Base58 takes quadratic time to read; no published text of this form comes near.
const MAX_TEXT_LENGTH = 8192;

/**
 * Seals bytes into one base58check text: compressed encapsulated key (33 bytes) ‖ ciphertext, Bitcoin alphabet,
 * double SHA-256 checksum, no version byte (PROTOCOL.md, sections 3.1 and 3.4).
 * @param receiverPublicKey SEC1 bytes or hex
 * @throws AppError `PUBLIC_KEY_INVALID`
 */
export async function sealText(
  plaintext: Secret,
  receiverPublicKey: Uint8Array | string,
  info?: string,
): Promise<string> {
  const { enc, ciphertext } = await plaintext.use((bytes) => seal(bytes, receiverPublicKey, info));
  return base58check.encode(concatBytes(compressP256(enc, 'encapsulated key'), ciphertext));
}

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
 * Makes the credential bundle that opens a session (PROTOCOL.md, section 3.1): the new P-256 API key, sealed.
 * @param apiPrivateKey 32 bytes
 * @param targetPublicKey the client's key, SEC1 bytes or hex
 * @returns base58check text; it has no signature, so it is only as trustworthy as the answer it came in
 * @throws AppError `PUBLIC_KEY_INVALID`
 */
export const makeCredentialBundle = (
  apiPrivateKey: Secret,
  targetPublicKey: Uint8Array | string,
  info?: string,
): Promise<string> => sealText(apiPrivateKey, targetPublicKey, info);

/**
 * Opens a credential bundle with the private key whose public key went out as `targetPublicKey`.
 * @returns the new API key's 32 bytes
 * @throws AppError `BUNDLE_MALFORMED`, `HPKE_OPEN_FAILED`, `PRIVATE_KEY_INVALID`, `PUBLIC_KEY_INVALID`,
 *   `CREDENTIAL_INVALID` when what it holds is no P-256 private key
 */
export async function openCredentialBundle(
  bundle: string,
  targetPrivateKey: Secret,
  info?: string,
): Promise<Secret> {
  const credential = await openText(bundle, targetPrivateKey, 'credential bundle', info);
  try {
    credential.use(p256PublicKeyOf);
  } catch (cause) {
    credential.wipe();
    throw bundleError('CREDENTIAL_INVALID', { cause });
  }
  return credential;
}

/**
 * Seals a provider's secret API key or private API key for `create_fiat_on_ramp_credential` (PROTOCOL.md,
 * section 3.4).
 * @param secret the UTF-8 bytes of the key as the provider issued it
 * @param onRampPublicKey the service's on-ramp encryption key, SEC1 bytes or hex (published compressed)
 * @returns base58check text for `encryptedSecretApiKey` or `encryptedPrivateApiKey`
 * @throws AppError `PUBLIC_KEY_INVALID`
 */
export const sealOnRampCredential = (
  secret: Secret,
  onRampPublicKey: Uint8Array | string,
  info?: string,
): Promise<string> => sealText(secret, onRampPublicKey, info);

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
