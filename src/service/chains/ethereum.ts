import { parseUnsigned } from '#chains/ethereum/parse.ts';
import { assembleSigned, signingHash } from '#chains/ethereum/parse-signed.ts';
import { toHex } from '#protocol/encoding.ts';
import type { Secret } from '#protocol/secret.ts';
import { signHash } from './transaction-signer.ts';

/**
 * Signs an Ethereum transaction of any envelope type. Deterministic (RFC 6979), s in the lower half (EIP-2).
 * @param unsignedTransactionHex the unsigned serialised transaction, with or without `0x`
 * @param privateKey 32 bytes of secp256k1
 * @returns the signed serialised transaction as lowercase hex without `0x`
 * @throws AppError as `parseUnsigned`, or `signHash`
 */
export function signEthereumTransaction(unsignedTransactionHex: string, privateKey: Secret): string {
  const tx = parseUnsigned(unsignedTransactionHex);
  const signature = signHash(signingHash(tx), privateKey);
  const r = toInteger(signature.subarray(0, 32));
  const s = toInteger(signature.subarray(32, 64));
  const yParity = signature[64] === 28 ? 1 : 0;
  return toHex(assembleSigned(tx, { yParity, r, s }));
}

const toInteger = (bytes: Uint8Array): bigint => BigInt(`0x${toHex(bytes)}`);
