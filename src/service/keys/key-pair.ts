import { randomBytes } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { toHex } from '../../protocol/encoding.ts';
import { Secret } from '../../protocol/secret.ts';
import type { KeyCurve } from '../storage/schema.ts';

export interface KeyPair {
  readonly privateKey: Secret;
  /** Hex: compressed SEC1 for the ECDSA curves, 32 bytes for Ed25519. */
  readonly publicKey: string;
}

/** Makes a key pair from the system's random source. */
export function generateKeyPair(curve: KeyCurve): KeyPair {
  switch (curve) {
    case 'CURVE_SECP256K1': {
      const key = secp256k1.utils.randomSecretKey(randomBytes(48));
      return { publicKey: toHex(secp256k1.getPublicKey(key, true)), privateKey: new Secret(key) };
    }
    case 'CURVE_P256': {
      const key = p256.utils.randomSecretKey(randomBytes(48));
      return { publicKey: toHex(p256.getPublicKey(key, true)), privateKey: new Secret(key) };
    }
    case 'CURVE_ED25519': {
      const key = new Uint8Array(randomBytes(32));
      return { publicKey: toHex(ed25519.getPublicKey(key)), privateKey: new Secret(key) };
    }
  }
}
