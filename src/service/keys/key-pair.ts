import { randomBytes } from 'node:crypto';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { KeyCurve } from '#protocol/keys/curve.ts';
import { publicKeyOf } from '#protocol/keys/public-key-of.ts';
import { Secret } from '#protocol/secret.ts';

export interface KeyPair {
  readonly privateKey: Secret;
  /** Hex: compressed SEC1 for the ECDSA curves, 32 bytes for Ed25519. */
  readonly publicKey: string;
}

const SCALAR = { CURVE_SECP256K1: secp256k1, CURVE_P256: p256 } as const;

/** Makes a private key from the system's random source. */
export const generatePrivateKey = (curve: KeyCurve): Secret =>
  new Secret(
    curve === 'CURVE_ED25519'
      ? new Uint8Array(randomBytes(32))
      : SCALAR[curve].utils.randomSecretKey(randomBytes(48)),
  );

/** Makes a key pair from the system's random source. */
export function generateKeyPair(curve: KeyCurve): KeyPair {
  const privateKey = generatePrivateKey(curve);
  return { privateKey, publicKey: publicKeyOf(curve, privateKey) };
}
