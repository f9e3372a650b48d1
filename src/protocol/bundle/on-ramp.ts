import type { Secret } from '../secret.ts';
import { encapsulatedKeyOf, openText, sealText } from './sealed-text.ts';

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
