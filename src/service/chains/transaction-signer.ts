import { concatBytes } from '@noble/hashes/utils.js';
import { chainError } from '#chains/model/errors.ts';
import { libsecp256k1 } from '#native/libsecp256k1.ts';
import { keyError } from '#protocol/key-errors.ts';
import type { KeyCurve } from '#protocol/keys/curve.ts';
import type { Secret } from '#protocol/secret.ts';

/**
 * Hands the bytes of a private key to `use`, having checked that they are a scalar of secp256k1.
 * @throws AppError `PRIVATE_KEY_INVALID`
 */
export const useSecp256k1 = <T>(privateKey: Secret, use: (key: Uint8Array) => T): T =>
  privateKey.use((key) => {
    if (libsecp256k1().isPrivate(key)) return use(key);
    throw keyError('PRIVATE_KEY_INVALID.secp256k1');
  });

/** The key that signs a transaction. */
export interface TransactionKey {
  /** 32 bytes; wiped by whoever opened it. */
  readonly privateKey: Secret;
  /** Hex; compressed for the ECDSA curves. */
  readonly publicKey: string;
  /** What the request named: an address, or a private key's id. */
  readonly signWith: string;
}

/** How transactions of one chain are signed. */
export interface TransactionSigner {
  readonly curve: KeyCurve;
  /**
   * Signs, and gives what the published API returns for the chain.
   * @throws AppError when the transaction cannot be read, or is not for this key
   */
  sign(unsignedTransaction: string, key: TransactionKey): string | Promise<string>;
}

/**
 * Signs 32 bytes with secp256k1: deterministic (RFC 6979), s in the lower half.
 * @param privateKey 32 bytes
 * @returns r and s of 32 bytes each, then v: 27 or 28
 * @throws AppError `PRIVATE_KEY_INVALID` or `SIGNATURE_UNUSABLE`
 */
export function signHash(hash: Uint8Array, privateKey: Secret): Uint8Array {
  const { signature, recoveryId } = useSecp256k1(privateKey, (key) =>
    libsecp256k1().signRecoverable(hash, key),
  );
  // 2 and 3 mean that r wrapped around the order: one chance in 2^127, and no transaction can carry it.
  if (recoveryId !== 0 && recoveryId !== 1) throw chainError('SIGNATURE_UNUSABLE');
  return concatBytes(signature, Uint8Array.of(27 + recoveryId));
}
