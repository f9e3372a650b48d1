import { isPrivate, signRecoverable } from 'tiny-secp256k1';
import { parseUnsigned } from '../../protocol/chains/ethereum/parse.ts';
import { assembleSigned, signingHash } from '../../protocol/chains/ethereum/signing.ts';
import { toHex } from '../../protocol/encoding.ts';
import { ProtocolError } from '../../protocol/error.ts';
import type { Secret } from '../../protocol/secret.ts';

/**
 * Signs an Ethereum transaction of any envelope type. Deterministic (RFC 6979), s in the lower half (EIP-2).
 * @param unsignedTransactionHex the unsigned serialised transaction, with or without `0x`
 * @param privateKey 32 bytes of secp256k1
 * @returns the signed serialised transaction as lowercase hex without `0x`
 * @throws ProtocolError as `parseUnsigned`, or `PRIVATE_KEY_INVALID`
 */
export function signEthereumTransaction(unsignedTransactionHex: string, privateKey: Secret): string {
  const tx = parseUnsigned(unsignedTransactionHex);
  const { signature, recoveryId } = privateKey.use((key) => {
    if (!isPrivate(key)) {
      throw new ProtocolError(
        'PRIVATE_KEY_INVALID',
        'The private key is not one of secp256k1.',
        'Sign with a key whose curve is secp256k1.',
      );
    }
    return signRecoverable(signingHash(tx), key);
  });
  // 2 and 3 mean that r wrapped around the order: one chance in 2^127, and no transaction can carry it.
  if (recoveryId !== 0 && recoveryId !== 1) {
    throw new ProtocolError(
      'SIGNATURE_UNUSABLE',
      'This signature cannot be carried by a transaction.',
      'Change the nonce.',
    );
  }
  const r = toInteger(signature.subarray(0, 32));
  const s = toInteger(signature.subarray(32));
  return toHex(assembleSigned(tx, { yParity: recoveryId, r, s }));
}

const toInteger = (bytes: Uint8Array): bigint => BigInt(`0x${toHex(bytes)}`);
