import { p256 } from '@noble/curves/nist.js';
import { type SignatureForm, curves } from './curves.ts';
import { fromHex } from './encoding.ts';
import { protocolError } from './errors.ts';
import { keyError } from './key-errors.ts';
import { Secret } from './secret.ts';

/** Signs a message with ECDSA P-256 over its SHA-256. The nonce is of RFC 6979 in portable code, random by the platform. */
export const signP256 = (message: Uint8Array, privateKey: Secret, form: SignatureForm): Uint8Array =>
  curves().signP256(message, privateKey, form);

/**
 * Checks an ECDSA P-256 signature over the SHA-256 of a message.
 * DER is read as PROTOCOL.md, section 3.2 has it: a SEQUENCE with a short-form length and two INTEGERs of at most
 * 33 bytes, nothing after them. S may be high: published signers do not normalise it.
 * @param publicKey SEC1 bytes
 * @param what the name of the signed thing, for the error
 * @throws AppError `SIGNATURE_MALFORMED` (not two numbers), `SIGNATURE_INVALID` (not of this key and message)
 */
export function verifyP256(
  message: Uint8Array,
  signature: Uint8Array,
  publicKey: Uint8Array,
  { form, what }: { form: SignatureForm; what: string },
): void {
  let parsed: Uint8Array;
  try {
    parsed = p256.Signature.fromBytes(signature, form).toBytes('compact');
  } catch (cause) {
    throw protocolError('SIGNATURE_MALFORMED', {
      what,
      why: form === 'der' ? 'not DER of r and s' : 'not 64 bytes r‖s',
      cause,
    });
  }
  if (!curves().verifyP256(message, parsed, uncompressP256(publicKey, `key of the ${what}`))) {
    throw protocolError('SIGNATURE_INVALID', { what });
  }
}

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
  return { privateKey: new Secret(privateKey), publicKey: curves().p256PublicKey(privateKey) };
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
  return curves().p256PublicKey(privateKey);
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
