import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { encodeRlp, unsignedBytes, wrapRlpList } from './rlp.ts';
import { decodeEnvelope } from './parse.ts';
import { FIELDS, type UnsignedEthereumTransaction } from './transaction.ts';

/** A secp256k1 signature with the parity of its point, as typed transactions carry it (EIP-2718 and after). */
export interface EthereumSignature {
  readonly yParity: 0 | 1;
  readonly r: bigint;
  readonly s: bigint;
}

/** The 32 bytes that are signed: keccak256 of the unsigned transaction (EIP-155, EIP-2718). */
export const signingHash = (tx: UnsignedEthereumTransaction): Uint8Array => keccak_256(tx.bytes);

/**
 * Puts a signature to an unsigned transaction. The field bytes are carried over as they are, not encoded again.
 * @returns the signed serialised transaction; its keccak256 is the transaction's hash
 */
export function assembleSigned(
  tx: UnsignedEthereumTransaction,
  { yParity, r, s }: EthereumSignature,
): Uint8Array {
  const { list } = decodeEnvelope(tx.bytes);
  const last = list.items[FIELDS[tx.type].length - 1];
  const fields = tx.bytes.subarray(list.payload, last?.end);
  const v = tx.type === 'legacy' ? legacyV(tx.chainId, yParity) : BigInt(yParity);
  const signed = wrapRlpList(
    concatBytes(fields, ...[v, r, s].map((value) => encodeRlp(unsignedBytes(value)))),
  );
  return tx.type === 'legacy' ? signed : concatBytes(tx.bytes.subarray(0, 1), signed);
}

/** `v` of a legacy signature: it holds the chain id since EIP-155. */
const legacyV = (chainId: bigint | null, yParity: 0 | 1): bigint =>
  chainId === null ? BigInt(27 + yParity) : chainId * 2n + BigInt(35 + yParity);
