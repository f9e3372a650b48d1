import { isPrivate } from 'tiny-secp256k1';
import { AppError } from '#protocol/error.ts';
import type { Secret } from '#protocol/secret.ts';

/**
 * Hands the bytes of a private key to `use`, having checked that they are a scalar of secp256k1.
 * @throws AppError `PRIVATE_KEY_INVALID`
 */
export const useSecp256k1 = <T>(privateKey: Secret, use: (key: Uint8Array) => T): T =>
  privateKey.use((key) => {
    if (isPrivate(key)) return use(key);
    throw new AppError(
      'PRIVATE_KEY_INVALID',
      'The private key is not one of secp256k1.',
      'Sign with a key whose curve is secp256k1.',
    );
  });
