import { type KeyObject, createPrivateKey, sign } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { sign as signSecp256k1 } from 'tiny-secp256k1';
import { type ApiKeyCurve, SCHEME_OF_CURVE, type Signer, apiPublicKeyOf } from '#protocol/stamp.ts';
import type { Secret } from '#protocol/secret.ts';
import { vaultError } from './errors.ts';

// DER prefixes of a private key without its public half: PKCS#8 for Ed25519 (RFC 8410), SEC 1 for P-256 (RFC 5915).
const ED25519_PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const P256_SEC1_HEAD = Buffer.from('30310201010420', 'hex');
const P256_SEC1_TAIL = Buffer.from('a00a06082a8648ce3d030107', 'hex');

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
        return key.use((bytes) => toDer(signSecp256k1(sha256(body), bytes)));
      },
      forget: () => {
        isForgotten = true;
        key.wipe();
      },
    };
  }
  let object: KeyObject | undefined = key.use((bytes) => importKey(curve, bytes));
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

function importKey(curve: Exclude<ApiKeyCurve, 'API_KEY_CURVE_SECP256K1'>, bytes: Uint8Array): KeyObject {
  const der =
    curve === 'API_KEY_CURVE_P256'
      ? Buffer.concat([P256_SEC1_HEAD, bytes, P256_SEC1_TAIL])
      : Buffer.concat([ED25519_PKCS8, bytes]);
  try {
    return createPrivateKey({
      key: der,
      format: 'der',
      type: curve === 'API_KEY_CURVE_P256' ? 'sec1' : 'pkcs8',
    });
  } finally {
    der.fill(0);
  }
}
