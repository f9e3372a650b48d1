import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { toHex } from '../encoding.ts';
import type { Secret } from '../secret.ts';
import type { KeyCurve } from './curve.ts';
import { keyError } from '../key-errors.ts';

const CURVE = { CURVE_SECP256K1: secp256k1, CURVE_P256: p256, CURVE_ED25519: ed25519 } as const;

/**
 * The public key of a private key, as hex: compressed SEC1 for the ECDSA curves, 32 bytes for Ed25519.
 * @throws AppError `PRIVATE_KEY_INVALID` when the bytes are no private key of the curve
 */
export function publicKeyOf(curve: KeyCurve, privateKey: Secret): string {
  return privateKey.use((key) => {
    if (!CURVE[curve].utils.isValidSecretKey(key)) {
      throw keyError('PRIVATE_KEY_INVALID.curve', { length: key.length, curve });
    }
    return toHex(CURVE[curve].getPublicKey(key));
  });
}
