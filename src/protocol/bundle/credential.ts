import { p256PublicKeyOf } from '../p256-key.ts';
import type { Secret } from '../secret.ts';
import { bundleError } from './errors.ts';
import { openText, sealText } from './sealed-text.ts';

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
