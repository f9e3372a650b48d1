import { concatBytes } from '@noble/hashes/utils.js';
import { seal } from '../hpke.ts';
import { compressP256, p256PublicKeyOf } from '../p256-key.ts';
import type { Secret } from '../secret.ts';
import { bundleError } from './errors.ts';
import { base58check, openText } from './sealed-text.ts';

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
