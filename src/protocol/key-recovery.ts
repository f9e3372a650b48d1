import { secp256k1 } from '@noble/curves/secp256k1.js';

/**
 * Works out whose key made an ECDSA signature on secp256k1; s may be in either half.
 * @param hash the 32 bytes that were signed
 * @param signature r‖s, 64 bytes
 * @param recovery which of the points with this r it was, 0 to 3
 * @returns the public key, uncompressed (65 bytes)
 * @throws Error for numbers that are no signature, or one of no key
 */
export type KeyRecovery = (hash: Uint8Array, signature: Uint8Array, recovery: number) => Uint8Array;

/** In portable code: what holds wherever no program installed another, and what that one is compared with. */
export const portableRecovery: KeyRecovery = (hash, signature, recovery) =>
  secp256k1.Signature.fromBytes(signature, 'compact')
    .addRecoveryBit(recovery)
    .recoverPublicKey(hash)
    .toBytes(false);

let installed = portableRecovery;

/**
 * Has keys recovered by something else from now on: a program's first act (docs/decisions/171-signers-by-libsecp256k1.md).
 * @returns what was in use before
 */
export function installKeyRecovery(recovery: KeyRecovery): KeyRecovery {
  const before = installed;
  installed = recovery;
  return before;
}

/** Recovers as the program has it: {@link KeyRecovery}. */
export const recoverPublicKey: KeyRecovery = (hash, signature, recovery) => {
  if (hash.length !== 32) throw new RangeError('The hash has to have 32 bytes.');
  return installed(hash, signature, recovery);
};
