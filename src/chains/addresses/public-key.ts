import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { KeyCurve } from '#protocol/keys/curve.ts';
import { keyError } from '#protocol/key-errors.ts';

const COMPRESSED_BYTES: Record<KeyCurve, number> = { CURVE_SECP256K1: 33, CURVE_P256: 33, CURVE_ED25519: 32 };
const POINTS = { CURVE_SECP256K1: secp256k1.Point, CURVE_P256: p256.Point, CURVE_ED25519: ed25519.Point };

/**
 * Checks that the bytes are a public key of the curve: compressed SEC1, or 32 bytes for Ed25519.
 * @throws AppError `PUBLIC_KEY_INVALID`
 */
export function checkPublicKey(curve: KeyCurve, publicKey: Uint8Array): void {
  try {
    if (publicKey.length !== COMPRESSED_BYTES[curve]) throw new Error('wrong length');
    POINTS[curve].fromBytes(publicKey);
  } catch (cause) {
    throw keyError('PUBLIC_KEY_INVALID.curve', { curve, cause });
  }
}

/** The uncompressed form (65 bytes, SEC1) of a compressed public key. */
export const uncompress = (curve: 'CURVE_SECP256K1' | 'CURVE_P256', publicKey: Uint8Array): Uint8Array =>
  POINTS[curve].fromBytes(publicKey).toBytes(false);
