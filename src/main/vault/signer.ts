import { type KeyObject, sign } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { privateKeyObject } from '#native/key-objects.ts';
import { libsecp256k1 } from '#native/libsecp256k1.ts';
import { type ApiKeyCurve, SCHEME_OF_CURVE, type Signer, apiPublicKeyOf } from '#protocol/stamp.ts';
import type { Secret } from '#protocol/secret.ts';
import { vaultError } from './errors.ts';

/** Stamps with a key that is kept for as long as {@link KeptSigner.forget} was not called. */
export interface KeptSigner extends Signer {
  forget(): void;
}

/**
 * Makes a signer out of a raw private key. P-256 and Ed25519 are signed by the platform (imported once); secp256k1 by
 * libsecp256k1, because the TLS library inside Electron does not have that curve (docs/decisions/011-stamping.md).
 * @param key 32 bytes; taken over, wiped when no longer needed
 */
export function createSigner(curve: ApiKeyCurve, key: Secret): KeptSigner {
  const publicKey = key.use((bytes) => apiPublicKeyOf(curve, bytes));
  const scheme = SCHEME_OF_CURVE[curve];
  if (curve === 'API_KEY_CURVE_SECP256K1') {
    let isForgotten = false;
    return {
      publicKey,
      scheme,
      sign: (body) => {
        if (isForgotten) throw vaultError('VAULT_LOCKED');
        return key.use((bytes) => toDer(libsecp256k1().sign(sha256(body), bytes)));
      },
      forget: () => {
        isForgotten = true;
        key.wipe();
      },
    };
  }
  const name = curve === 'API_KEY_CURVE_P256' ? 'p256' : 'ed25519';
  let object: KeyObject | undefined = key.use((bytes) => privateKeyObject(name, bytes));
  key.wipe();
  const digest = curve === 'API_KEY_CURVE_ED25519' ? null : 'sha256';
  return {
    publicKey,
    scheme,
    sign: (body) => {
      if (object === undefined) throw vaultError('VAULT_LOCKED');
      return sign(digest, body, object);
    },
    forget: () => {
      object = undefined;
    },
  };
}

const toDer = (compact: Uint8Array): Uint8Array =>
  secp256k1.Signature.fromBytes(compact, 'compact').toBytes('der');
