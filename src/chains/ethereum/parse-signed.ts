import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes } from '@noble/hashes/utils.js';
import type { AppError } from '#protocol/error.ts';
import { recoverPublicKey } from '#protocol/key-recovery.ts';
import { chainError } from '../model/errors.ts';
import { readUint } from './field-reader.ts';
import { type Hex, addressOfPublicKey, prefixedHex } from './model/address.ts';
import { type RlpItem, encodeRlp, unsignedBytes, wrapRlpList } from './model/rlp.ts';
import { decodeEnvelope, parseUnsignedBytes, transactionBytes } from './parse.ts';
import { FIELDS, type UnsignedEthereumTransaction } from './transaction.ts';

/** A secp256k1 signature with the parity of its point, as typed transactions carry it (EIP-2718 and after). */
interface EthereumSignature {
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

/** A signed transaction taken apart; whose signature it carries is not known. */
interface SplitEthereumTransaction {
  readonly unsigned: UnsignedEthereumTransaction;
  readonly signature: EthereumSignature;
  /** keccak256 of the signed bytes. */
  readonly hash: Hex;
}

/** A signed transaction with its signer. */
export interface SignedEthereumTransaction extends SplitEthereumTransaction {
  /** Whether s is in the lower half of the curve's order, as chains demand (EIP-2). */
  readonly lowS: boolean;
  /** The address whose key made the signature, with its checksum. */
  readonly from: Hex;
}

/**
 * Reads a signed Ethereum transaction of any envelope type and recovers who signed it.
 * @param hexText the signed serialised transaction as hex, with or without `0x`
 * @throws AppError `TRANSACTION_NOT_SIGNED`, `TRANSACTION_SIGNATURE_INVALID`, or as `parseUnsigned`
 */
export function parseSigned(hexText: string): SignedEthereumTransaction {
  const split = splitSigned(hexText);
  const { yParity, r, s } = split.signature;
  try {
    const point = new secp256k1.Signature(r, s);
    const publicKey = recoverPublicKey(signingHash(split.unsigned), point.toBytes('compact'), yParity);
    return { ...split, lowS: !point.hasHighS(), from: addressOfPublicKey(publicKey) };
  } catch (cause) {
    throw badSignature('r and s belong to no key', cause);
  }
}

/**
 * Takes a signed Ethereum transaction apart without asking whose key signed it, which is what takes the time.
 * @param hexText as {@link parseSigned}
 * @throws AppError `TRANSACTION_NOT_SIGNED`, `TRANSACTION_SIGNATURE_INVALID`, or as `parseUnsigned`
 */
export function splitSigned(hexText: string): SplitEthereumTransaction {
  const bytes = transactionBytes(hexText);
  const { type, list } = decodeEnvelope(bytes);
  const fieldCount = FIELDS[type].length;
  const [v, r, s] = list.items.slice(fieldCount);
  if (list.items.length !== fieldCount + 3 || v === undefined || r === undefined || s === undefined) {
    throw notSigned(`it has ${list.items.length} fields, and a signed one of its type has ${fieldCount + 3}`);
  }
  const fields = bytes.subarray(list.payload, v.start);
  if (type === 'legacy') {
    const { chainId, yParity } = readLegacyV(v);
    const replayFields =
      chainId === null ? [] : [encodeRlp(unsignedBytes(chainId)), encodeRlp(new Uint8Array())];
    const unsigned = wrapRlpList(concatBytes(fields, ...replayFields, ...replayFields.slice(1)));
    return finish(bytes, parseUnsignedBytes(unsigned), { yParity, r: readUint('r', r), s: readUint('s', s) });
  }
  const parity = readUint('yParity', v);
  if (parity > 1n) throw badSignature(`yParity is ${parity.toString()}, and only 0 and 1 exist`);
  const unsigned = concatBytes(bytes.subarray(0, 1), wrapRlpList(fields));
  const signature = { yParity: parity === 1n ? 1 : 0, r: readUint('r', r), s: readUint('s', s) } as const;
  return finish(bytes, parseUnsignedBytes(unsigned), signature);
}

function readLegacyV(item: RlpItem): { chainId: bigint | null; yParity: 0 | 1 } {
  const v = readUint('v', item);
  if (v === 27n || v === 28n) return { chainId: null, yParity: v === 28n ? 1 : 0 };
  if (v < 35n) throw notSigned(`v is ${v.toString()}, which no signature has`);
  return { chainId: (v - 35n) / 2n, yParity: (v - 35n) % 2n === 1n ? 1 : 0 };
}

function finish(
  bytes: Uint8Array,
  unsigned: UnsignedEthereumTransaction,
  signature: EthereumSignature,
): SplitEthereumTransaction {
  if (signature.r === 0n && signature.s === 0n) throw notSigned('r and s are empty');
  return { unsigned, signature, hash: prefixedHex(keccak_256(bytes)) };
}

const notSigned = (why: string): AppError =>
  chainError('TRANSACTION_NOT_SIGNED.transaction', { what: 'transaction', why });

const badSignature = (why: string, cause?: unknown): AppError =>
  chainError('TRANSACTION_SIGNATURE_INVALID.invalid', { why, cause });
