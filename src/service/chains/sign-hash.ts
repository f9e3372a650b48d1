import { concatBytes } from '@noble/hashes/utils.js';
import { signRecoverable } from 'tiny-secp256k1';
import type { Secret } from '#protocol/secret.ts';
import { signerError } from './errors.ts';
import { useSecp256k1 } from './secp256k1-key.ts';

/**
 * Signs 32 bytes with secp256k1: deterministic (RFC 6979), s in the lower half.
 * @param privateKey 32 bytes
 * @returns r and s of 32 bytes each, then v: 27 or 28
 * @throws AppError `PRIVATE_KEY_INVALID` or `SIGNATURE_UNUSABLE`
 */
export function signHash(hash: Uint8Array, privateKey: Secret): Uint8Array {
  const { signature, recoveryId } = useSecp256k1(privateKey, (key) => signRecoverable(hash, key));
  // 2 and 3 mean that r wrapped around the order: one chance in 2^127, and no transaction can carry it.
  if (recoveryId !== 0 && recoveryId !== 1) throw signerError('SIGNATURE_UNUSABLE');
  return concatBytes(signature, Uint8Array.of(27 + recoveryId));
}
