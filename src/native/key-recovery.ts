import { type KeyRecovery, portableRecovery } from '#protocol/key-recovery.ts';
import { libsecp256k1 } from './libsecp256k1.ts';

/**
 * Recovers by libsecp256k1, which is many times faster than portable code and agrees with it. Recovery numbers 2 and 3, which
 * one signature in 2^127 has, are left to portable code: the package refuses some of them that are right.
 */
export const nativeRecovery: KeyRecovery = (hash, signature, recovery) => {
  if (recovery !== 0 && recovery !== 1) return portableRecovery(hash, signature, recovery);
  const publicKey = libsecp256k1().recover(hash, signature, recovery, false);
  if (publicKey === null) throw new Error('The signature is of no key.');
  return publicKey;
};
