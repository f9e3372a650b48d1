import { isPrivate } from 'tiny-secp256k1';
import { keyError } from '#protocol/key-errors.ts';
import type { Secret } from '#protocol/secret.ts';

/**
 * Hands the bytes of a private key to `use`, having checked that they are a scalar of secp256k1.
 * @throws AppError `PRIVATE_KEY_INVALID`
 */
export const useSecp256k1 = <T>(privateKey: Secret, use: (key: Uint8Array) => T): T =>
  privateKey.use((key) => {
    if (isPrivate(key)) return use(key);
    throw keyError('PRIVATE_KEY_INVALID.secp256k1');
  });
