import { randomBytes } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { toHex } from '../../protocol/encoding.ts';
import { ProtocolError } from '../../protocol/error.ts';
import { Secret } from '../../protocol/secret.ts';
import type { KeyCurve } from './curve.ts';

export interface KeyPair {
  readonly privateKey: Secret;
  /** Hex: compressed SEC1 for the ECDSA curves, 32 bytes for Ed25519. */
  readonly publicKey: string;
}

const CURVE = { CURVE_SECP256K1: secp256k1, CURVE_P256: p256, CURVE_ED25519: ed25519 } as const;

/** Makes a key pair from the system's random source. */
export function generateKeyPair(curve: KeyCurve): KeyPair {
  const privateKey = new Secret(
    curve === 'CURVE_ED25519'
      ? new Uint8Array(randomBytes(32))
      : CURVE[curve].utils.randomSecretKey(randomBytes(48)),
  );
  return { privateKey, publicKey: publicKeyOf(curve, privateKey) };
}

/**
 * The public key of a private key, as hex: compressed SEC1 for the ECDSA curves, 32 bytes for Ed25519.
 * @throws ProtocolError `PRIVATE_KEY_INVALID` when the bytes are no private key of the curve
 */
export function publicKeyOf(curve: KeyCurve, privateKey: Secret): string {
  return privateKey.use((key) => {
    if (!CURVE[curve].utils.isValidSecretKey(key)) {
      throw new ProtocolError(
        'PRIVATE_KEY_INVALID',
        `The ${key.length} bytes are no private key of ${curve}.`,
        'Give the 32 raw bytes of a private key of that curve.',
      );
    }
    return toHex(CURVE[curve].getPublicKey(key));
  });
}
