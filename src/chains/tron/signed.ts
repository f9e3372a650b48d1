import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { fromHex, toHex } from '#protocol/encoding.ts';
import type { AppError } from '#protocol/error.ts';
import { tron as addressOf } from '../addresses/tron.ts';
import { chainError } from '../model/errors.ts';
import { messagesOf, readMessage } from './protobuf.ts';
import { TRANSACTION } from './schema.ts';
import { parseTronBytes, type TronTransaction } from './transaction.ts';

/** A signed Tron transaction taken apart. */
export interface SignedTronTransaction {
  readonly unsigned: TronTransaction;
  /** 65 bytes: r, s and the recovery byte (0, 1, 27 or 28). */
  readonly signature: Uint8Array;
  readonly lowS: boolean;
  /** The address whose key made the signature. */
  readonly from: string;
  /** The transaction's id: SHA-256 of its raw data, as hex. */
  readonly id: string;
}

/** What is signed, and the transaction's id: SHA-256 of the raw data. */
export const signingHash = (raw: Uint8Array): Uint8Array => sha256(raw);

/** Puts a signature to raw data: `Transaction {1: raw_data, 2: signature}` (PROTOCOL.md, "sign_transaction"). */
export const assembleSigned = (raw: Uint8Array, signature: Uint8Array): Uint8Array =>
  concatBytes(lengthDelimited(1, raw), lengthDelimited(2, signature));

function lengthDelimited(number: number, content: Uint8Array): Uint8Array {
  const head = [(number << 3) | 2];
  let length = content.length;
  for (; length >= 0x80; length = Math.floor(length / 128)) head.push((length % 128) | 0x80);
  return concatBytes(Uint8Array.from([...head, length]), content);
}

/**
 * Reads a signed Tron transaction and recovers who signed it.
 * @param hexText `Transaction` in protobuf, as hex, with one signature
 * @throws AppError `TRANSACTION_NOT_SIGNED`, `TRANSACTION_SIGNATURE_INVALID`, or as `parseTron`
 */
export function parseSigned(hexText: string): SignedTronTransaction {
  const bytes = fromHex(hexText.trim(), 'transaction');
  const { fields } = readMessage(bytes, [0, bytes.length], TRANSACTION);
  const raw = fields.find(({ number }) => number === 1);
  const signatures = fields.filter(({ number }) => number === 2);
  const [signature] = signatures;
  if (raw?.kind !== 'message' || signature?.kind !== 'bytes' || signatures.length !== 1) {
    throw notSigned(`it has ${signatures.length} signatures, and one is wanted`);
  }
  if (fields.some(({ kind }) => kind === 'unknown')) throw notSigned('it holds more than data and signature');
  if (messagesOf(raw.value, 11).length === 0) throw notSigned('it holds no contract');
  const unsigned = parseTronBytes(bytes.slice(...raw.range));
  const { value } = signature;
  if (value.length !== 65) throw notSigned(`its signature has ${value.length} bytes, and 65 are wanted`);
  const last = value[64] ?? 0;
  const recovery = last >= 27 ? last - 27 : last;
  const hash = signingHash(unsigned.bytes);
  try {
    const point = secp256k1.Signature.fromBytes(value.subarray(0, 64)).addRecoveryBit(recovery);
    const from = addressOf(point.recoverPublicKey(hash).toBytes(true));
    return { unsigned, signature: value, lowS: !point.hasHighS(), from, id: toHex(hash) };
  } catch (cause) {
    throw chainError('TRANSACTION_SIGNATURE_INVALID.noKey', { cause });
  }
}

const notSigned = (why: string): AppError =>
  chainError('TRANSACTION_NOT_SIGNED.transaction', { what: 'Tron transaction', why });
