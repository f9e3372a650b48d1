import { hkdf } from '@noble/hashes/hkdf.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { toUtf8 } from './encoding.ts';
import { protocolError } from './errors.ts';
import { p256PublicKeyOf, type P256KeyPair } from './p256-key.ts';
import { Secret } from './secret.ts';

/** An enclave's key: one half to be sealed to, one half that signs. */
export interface QuorumKey {
  readonly encrypt: P256KeyPair;
  readonly sign: P256KeyPair;
  /** 130 bytes: encrypt public key ‖ sign public key, both uncompressed. */
  readonly publicKey: Uint8Array;
}

/**
 * Derives both halves of a quorum key from one seed: HKDF-SHA-512, salt `qos_p256_encrypt` or `qos_p256_sign`, empty
 * info, 32 bytes each (PROTOCOL.md, section 3.6).
 * @param seed 32 bytes
 * @throws AppError `SEED_LENGTH`; `PRIVATE_KEY_INVALID` for the one seed in 2³² whose output is no scalar
 */
export function deriveQuorumKey(seed: Secret): QuorumKey {
  if (seed.length !== 32) {
    throw protocolError('SEED_LENGTH', { length: seed.length });
  }
  const encrypt = deriveHalf(seed, 'qos_p256_encrypt');
  const sign = deriveHalf(seed, 'qos_p256_sign');
  return { encrypt, sign, publicKey: concatBytes(encrypt.publicKey, sign.publicKey) };
}

function deriveHalf(seed: Secret, salt: string): P256KeyPair {
  const privateKey = seed.use((bytes) => hkdf(sha512, bytes, toUtf8(salt), undefined, 32));
  return { publicKey: p256PublicKeyOf(privateKey), privateKey: new Secret(privateKey) };
}
