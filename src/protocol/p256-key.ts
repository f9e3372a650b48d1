import { p256 } from '@noble/curves/nist.js';
import { fromHex } from './encoding.ts';
import { keyError } from './key-errors.ts';
import { Secret } from './secret.ts';

/** Random bytes that one key pair takes: 16 more than the scalar, so that reducing them leaves no bias. */
export const P256_RANDOM_LENGTH = 48;

/** A P-256 key pair: the 32-byte scalar and the uncompressed point (65 bytes, starts with 04). */
export interface P256KeyPair {
  readonly privateKey: Secret;
  readonly publicKey: Uint8Array;
}

/**
 * Makes a key pair out of random bytes (FIPS 186-5, A.2.1).
 * @param random 48 bytes of a CSPRNG; wiped
 * @throws AppError `RANDOM_LENGTH` for any other number of bytes
 */
export function generateP256KeyPair(random: Uint8Array): P256KeyPair {
  if (random.length !== P256_RANDOM_LENGTH) {
    throw keyError('RANDOM_LENGTH', { wanted: P256_RANDOM_LENGTH, length: random.length });
  }
  const privateKey = p256.utils.randomSecretKey(random);
  random.fill(0);
  return { privateKey: new Secret(privateKey), publicKey: p256.getPublicKey(privateKey, false) };
}

/**
 * The uncompressed public key (65 bytes) of a private key.
 * @param privateKey the 32-byte scalar
 * @throws AppError `PRIVATE_KEY_INVALID` when it is not 32 bytes, zero, or not below the curve's order
 */
export function p256PublicKeyOf(privateKey: Uint8Array): Uint8Array {
  if (!p256.utils.isValidSecretKey(privateKey)) {
    throw keyError('PRIVATE_KEY_INVALID.p256', { length: privateKey.length });
  }
  return p256.getPublicKey(privateKey, false);
}

/**
 * Brings a public key into its uncompressed form, checking that it is a point of the curve.
 * @param key SEC1 bytes, compressed (33) or uncompressed (65), or their hex
 * @param what the name of the key, for the error
 * @returns 65 bytes
 * @throws AppError `PUBLIC_KEY_INVALID`
 */
export const uncompressP256 = (key: Uint8Array | string, what: string): Uint8Array =>
  readPoint(key, what).toBytes(false);

/** As {@link uncompressP256}, into the compressed form (33 bytes). */
export const compressP256 = (key: Uint8Array | string, what: string): Uint8Array =>
  readPoint(key, what).toBytes(true);

function readPoint(key: Uint8Array | string, what: string): InstanceType<typeof p256.Point> {
  try {
    return p256.Point.fromBytes(typeof key === 'string' ? fromHex(key, what) : key);
  } catch (cause) {
    throw keyError('PUBLIC_KEY_INVALID.p256', { what, cause });
  }
}
