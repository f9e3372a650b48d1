import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { toHex } from '#protocol/encoding.ts';
import type { Secret } from '#protocol/secret.ts';
import type { KeyCurve } from '#protocol/keys/curve.ts';

/** A signature as hex without 0x: r and s with 64 digits each, v with two. */
export interface RawSignature {
  readonly r: string;
  readonly s: string;
  readonly v: string;
}

/**
 * Signs a digest (the ECDSA curves: RFC 6979, s in the lower half, v the parity of the point), or a message (Ed25519: r
 * and s are the two halves of the signature, v is 00).
 * @param bytes as `bytesToSign` gives them
 */
export function signRaw(curve: KeyCurve, bytes: Uint8Array, privateKey: Secret): RawSignature {
  return privateKey.use((key) => {
    if (curve === 'CURVE_ED25519') return split(ed25519.sign(bytes, key), 0);
    const ecdsa = curve === 'CURVE_P256' ? p256 : secp256k1;
    const signed = ecdsa.sign(bytes, key, { prehash: false, lowS: true, format: 'recovered' });
    return split(signed.subarray(1), signed[0] ?? 0);
  });
}

const split = (signature: Uint8Array, recovery: number): RawSignature => ({
  r: toHex(signature.subarray(0, 32)),
  s: toHex(signature.subarray(32, 64)),
  v: toHex(Uint8Array.of(recovery)),
});
