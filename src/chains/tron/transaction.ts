import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { bytesFrom, fromHex, toHex } from '#protocol/encoding.ts';
import type { AppError } from '#protocol/error.ts';
import { tronEncoding as addressOf } from '../addresses/encodings.ts';
import type { ByteRange, Fact } from '../model/decoded.ts';
import { chainError } from '../model/errors.ts';
import { withArticle } from '../model/sentence.ts';
import { requireAddress, tronAddress } from './address.ts';
import { tronError } from './errors.ts';
import {
  type Field,
  type Message,
  bytesOf,
  hasUnknown,
  integerOf,
  messagesOf,
  readProtobuf,
} from './protobuf.ts';
import { CONTRACTS, type KnownContract, OTHER_CONTRACTS, RAW, TRANSACTION } from './schema.ts';

/** More than any transaction that the network takes (500 kB). */
const MAX_BYTES = 512 * 1024;

const DECLARED = new Map(Object.entries(CONTRACTS).map(([number, contract]) => [Number(number), contract]));

/** An unsigned Tron transaction (`raw_data`), taken apart. */
export interface TronTransaction {
  readonly bytes: Uint8Array;
  readonly raw: Message;
  readonly contract: Message;
  /** The type's name; `known` says whether its message is read. */
  readonly name: string;
  readonly known: KnownContract | null;
  /** The contract's own message; without fields where the type is not read. */
  readonly message: Message;
  /** Where that message stands. */
  readonly range: ByteRange;
  /** Who pays and acts, 21 bytes; null where the type is not read. */
  readonly owner: Uint8Array | null;
  /** Which of the owner's permissions signs: 0 the owner itself. */
  readonly permissionId: bigint;
  /** Whether some field is not of the published messages. */
  readonly hasUnknownFields: boolean;
}

/**
 * Reads an unsigned Tron transaction.
 * @param given `raw_data` in protobuf, as bytes or hex (tronweb's `raw_data_hex`)
 * @throws AppError `HEX_INVALID`, `TRANSACTION_TOO_LONG`, `PROTOBUF_…`, `TRANSACTION_MALFORMED`, `ADDRESS_INVALID`
 */
export const parseTron = (given: string | Uint8Array): TronTransaction =>
  parseTronBytes(bytesFrom(typeof given === 'string' ? given.trim() : given, 'transaction'));

/** As {@link parseTron}, from bytes. */
function parseTronBytes(bytes: Uint8Array): TronTransaction {
  if (bytes.length > MAX_BYTES) {
    throw tronError('TRANSACTION_TOO_LONG', { length: bytes.length, max: MAX_BYTES });
  }
  const raw = readProtobuf(bytes, [0, bytes.length], RAW);
  const [contract, ...more] = messagesOf(raw, 11);
  if (contract === undefined || more.length > 0) {
    throw wrong(
      `it holds ${more.length + (contract === undefined ? 0 : 1)} contracts, and exactly one is taken`,
    );
  }
  const type = Number(integerOf(contract, 1));
  const [parameter] = messagesOf(contract, 2);
  const value = parameter?.fields.find((field) => field.number === 2);
  const end = parameter?.fields.at(-1)?.range[1] ?? bytes.length;
  // A contract with nothing in it is written without a value.
  const range: ByteRange = value?.range ?? [end, end];
  const declared = DECLARED.get(type);
  const name = declared?.[0] ?? OTHER_CONTRACTS[type] ?? `contract type ${type}`;
  const url = asciiOf(bytesOf(parameter, 1));
  if ((declared !== undefined || type in OTHER_CONTRACTS) && url.split('/').at(-1) !== `protocol.${name}`) {
    throw wrong(`it says that it is ${withArticle(name)}, and carries “${url}”`);
  }
  const message: Message = declared === undefined ? { fields: [] } : readProtobuf(bytes, range, declared[1]);
  return {
    bytes,
    raw,
    contract,
    name,
    known: declared?.[0] ?? null,
    message,
    range,
    owner: declared === undefined ? null : ownerOf(message),
    permissionId: integerOf(contract, 5),
    hasUnknownFields: hasUnknown(raw) || hasUnknown(message),
  };
}

function ownerOf(message: Message): Uint8Array {
  const field = message.fields.find(({ name }) => name === 'owner_address');
  return requireAddress(field?.kind === 'bytes' ? field.value : new Uint8Array(), 'owner_address');
}

/** The type URL as text; the longest that is in use has 60 characters. */
const asciiOf = (bytes: Uint8Array): string =>
  String.fromCharCode(...bytes.subarray(0, 100).map((byte) => (byte >= 0x20 && byte < 0x7f ? byte : 0x3f)));

const wrong = (why: string): AppError => chainError('TRANSACTION_MALFORMED.tron', { why });

/** Every field as it stands in the bytes, those of messages inside messages under the path to them. */
export const rawFields = (transaction: TronTransaction): Fact[] =>
  fieldsOf(transaction.raw, '').flatMap((fact) =>
    // The contract's own message is bytes to its envelope; its fields stand in their place.
    fact.label.endsWith('parameter value') && transaction.known !== null
      ? fieldsOf(transaction.message, transaction.known)
      : [fact],
  );

function fieldsOf(message: Message, path: string): Fact[] {
  return message.fields.flatMap((field): Fact[] => {
    const label = path === '' ? field.name : `${path} ${field.name}`;
    return field.kind === 'message' ? fieldsOf(field.value, label) : [factOf(field, label)];
  });
}

function factOf(field: Exclude<Field, { kind: 'message' }>, label: string): Fact {
  const ranges = [field.range];
  if (field.kind === 'integer') return { label, value: field.value.toString(), kind: 'number', ranges };
  if (field.kind === 'bytes' && field.value.length === 21 && field.value[0] === 0x41) {
    return { label, value: tronAddress(field.value, label), kind: 'address', ranges };
  }
  const { length } = field.value;
  const note = `${length} ${length === 1 ? 'byte' : 'bytes'}${field.kind === 'unknown' ? ', unknown field' : ''}`;
  return { label, value: `0x${toHex(field.value)}`, kind: 'data', note, ranges };
}

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
  const { fields } = readProtobuf(bytes, [0, bytes.length], TRANSACTION);
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
