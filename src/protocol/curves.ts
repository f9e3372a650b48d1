import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import type { Secret } from './secret.ts';

/** How r and s are written: ASN.1 DER, or 64 bytes r‖s. */
export type SignatureForm = 'der' | 'compact';

/**
 * What is computed on P-256 and Ed25519. Lengths, encodings and ranges are checked by the callers in this room, so that every
 * implementation is asked the same: points are on their curve, scalars and the numbers of signatures in range.
 */
export interface Curves {
  /** ECDSA over SHA-256 of the message; s may be in either half. @param signature r‖s @param publicKey 65 bytes */
  readonly verifyP256: (message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array) => boolean;
  /** ECDSA over SHA-256 of the message; s in either half. */
  readonly signP256: (message: Uint8Array, privateKey: Secret, form: SignatureForm) => Uint8Array;
  /** The uncompressed point (65 bytes) of a scalar. */
  readonly p256PublicKey: (privateKey: Uint8Array) => Uint8Array;
  /** ECDH: the x coordinate (32 bytes), to be wiped by whoever asked. @param publicKey 65 bytes */
  readonly sharedP256: (privateKey: Uint8Array, publicKey: Uint8Array) => Uint8Array;
  /** RFC 8032 without the cofactor: R is exactly what S, the message and the key make. */
  readonly verifyEd25519: (message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array) => boolean;
  /** RFC 8032, deterministic. @param privateKey the 32-byte seed */
  readonly signEd25519: (message: Uint8Array, privateKey: Secret) => Uint8Array;
}

/** Both curves in portable code: what holds wherever no program installed another, and what that one is compared with. */
export const portableCurves: Curves = {
  verifyP256: (message, signature, publicKey) =>
    p256.verify(signature, message, publicKey, { format: 'compact', lowS: false }),
  signP256: (message, privateKey, form) =>
    privateKey.use((key) => p256.sign(message, key, { format: form, lowS: false })),
  p256PublicKey: (privateKey) => p256.getPublicKey(privateKey, false),
  sharedP256: (privateKey, publicKey) => {
    const point = p256.getSharedSecret(privateKey, publicKey);
    const x = point.slice(1, 33);
    point.fill(0);
    return x;
  },
  verifyEd25519: (message, signature, publicKey) =>
    ed25519.verify(signature, message, publicKey, { zip215: false }) &&
    // The library multiplies by the cofactor, under which eight points pass for one R; only one is in the subgroup.
    ed25519.Point.fromBytes(signature.subarray(0, 32)).isTorsionFree(),
  signEd25519: (message, privateKey) => privateKey.use((key) => ed25519.sign(message, key)),
};

let installed = portableCurves;

/**
 * Has both curves computed by something else from now on: a program's first act (docs/decisions/165-curves-by-the-platform.md).
 * @returns what was in use before
 */
export function installCurves(curves: Curves): Curves {
  const before = installed;
  installed = curves;
  return before;
}

/** The curves as the program has them. */
export const curves = (): Curves => installed;

const KEPT_KEYS = 256;
const soundKeys = new Map<string, boolean>();

/**
 * Whether 32 bytes are a public key of Ed25519: a point in its one encoding, in the subgroup of prime order, and not its zero.
 * Under any other, implementations disagree about signatures.
 */
export function isEd25519PublicKey(publicKey: Uint8Array): boolean {
  const name = String.fromCharCode(...publicKey);
  const known = soundKeys.get(name);
  if (known !== undefined) return known;
  let isSound = false;
  try {
    const point = ed25519.Point.fromBytes(publicKey);
    isSound = !point.isSmallOrder() && point.isTorsionFree();
  } catch {
    // No point of the curve, or not 32 bytes.
  }
  const [oldest] = soundKeys.keys();
  if (soundKeys.size >= KEPT_KEYS && oldest !== undefined) soundKeys.delete(oldest);
  soundKeys.set(name, isSound);
  return isSound;
}

/** Zero of the curve, which a signature's R is only where its maker's nonce was 0. */
const isZeroPoint = (bytes: Uint8Array): boolean =>
  bytes[0] === 1 && bytes.every((byte, index) => index === 0 || byte === 0);

/**
 * Checks an Ed25519 signature; false for anything malformed, never an exception. Keys of small or mixed order are refused.
 * @param signature 64 bytes
 * @param publicKey 32 bytes
 */
export function verifyEd25519(
  message: Uint8Array,
  signature: Uint8Array,
  publicKey: Uint8Array,
  by: Curves = installed,
): boolean {
  if (signature.length !== 64 || isZeroPoint(signature.subarray(0, 32))) return false;
  if (publicKey.length !== 32 || !isEd25519PublicKey(publicKey)) return false;
  try {
    return by.verifyEd25519(message, signature, publicKey);
  } catch {
    return false;
  }
}
