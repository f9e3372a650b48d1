import { bytesFrom } from '#protocol/encoding.ts';
import { chainError } from '../model/errors.ts';
import {
  FieldReader,
  MAX_UINT64,
  alreadySigned,
  fieldError,
  readBytes,
  readDelegationFields,
  readFixed,
  readList,
  readUint,
} from './field-reader.ts';
import type { Hex } from './model/address.ts';
import { ethereumError } from './model/errors.ts';
import type { RlpItem, RlpList } from './model/rlp.ts';
import { decodeRlp } from './model/decode-rlp.ts';
import {
  type AccessListEntry,
  type Authorization,
  type EnvelopeType,
  FIELDS,
  TYPE_BYTES,
  type UnsignedEthereumTransaction,
} from './transaction.ts';

const PSBT_MAGIC = [0x70, 0x73, 0x62, 0x74, 0xff];

/**
 * Says whose transaction the bytes look like when they are not Ethereum's; returns when it cannot tell.
 * @throws AppError `TRANSACTION_WRONG_CHAIN` naming the chain
 */
function refuseOtherChains(bytes: Uint8Array): void {
  const chain = guessChain(bytes);
  if (chain === undefined) return;
  throw ethereumError('TRANSACTION_WRONG_CHAIN', { chain });
}

function guessChain(bytes: Uint8Array): string | undefined {
  const [first, second, third, fourth] = bytes;
  if (PSBT_MAGIC.every((byte, index) => bytes[index] === byte)) return 'Bitcoin';
  // Tempo's type bytes: a transaction, and what its fee payer signs.
  if (first === 0x76 || first === 0x78) return 'Tempo';
  // Tron's raw data is protobuf: ref_block_bytes (field 1, two bytes), then ref_block_hash (field 4, eight bytes).
  if (first === 0x0a && second === 0x02 && bytes[4] === 0x22 && bytes[5] === 0x08) return 'Tron';
  if (looksLikeSolana(bytes)) return 'Solana';
  // A raw Bitcoin transaction starts with its version, 1 or 2, as four little-endian bytes.
  if ((first === 1 || first === 2) && second === 0 && third === 0 && fourth === 0) return 'Bitcoin';
  return undefined;
}

/** The number of signatures, that many 64-byte slots, then a message whose header repeats the number. */
function looksLikeSolana(bytes: Uint8Array): boolean {
  const signatures = bytes[0] ?? 0;
  if (signatures < 1 || signatures > 12) return false;
  const message = 1 + 64 * signatures;
  // A message of version 0 has 0x80 before its header.
  const header = bytes[message] === 0x80 ? message + 1 : message;
  return (
    header + 36 < bytes.length && bytes[header] === signatures && (bytes[header + 1] ?? 255) < signatures
  );
}

/** The largest transaction that nodes pass on: 128 KiB. */
const MAX_TRANSACTION_BYTES = 128 * 1024;

/** The largest chain id whose legacy `v` fits 64 bits (EIP-2294). */
const MAX_CHAIN_ID = 9_223_372_036_854_775_771n;

/**
 * The bytes of a transaction, or of its hex; refused by length before hex is decoded.
 * @throws AppError `TRANSACTION_TOO_LARGE` or `HEX_INVALID`
 */
export function transactionBytes(given: string | Uint8Array): Uint8Array {
  const length = typeof given === 'string' ? given.length : 2 * given.length;
  if (length > MAX_TRANSACTION_BYTES * 2 + 2) {
    throw chainError('TRANSACTION_TOO_LARGE.ethereum', { length, max: MAX_TRANSACTION_BYTES * 2 });
  }
  return bytesFrom(given, 'transaction');
}

/**
 * Reads an unsigned Ethereum transaction: legacy (EIP-155, or the six-field form before it), EIP-2930, EIP-1559,
 * EIP-4844 (the payload body alone) and EIP-7702.
 * @param given the unsigned serialised transaction as bytes, or as hex with or without `0x`
 * @throws AppError whose code says what is wrong and whose message says where: `HEX_INVALID`, `RLP_*`,
 * `TRANSACTION_TOO_LARGE`, `TRANSACTION_WRONG_CHAIN`, `TRANSACTION_TYPE_UNKNOWN`, `TRANSACTION_ALREADY_SIGNED`,
 * `TRANSACTION_FIELD_COUNT`, `TRANSACTION_FIELD_INVALID`
 */
export function parseUnsigned(given: string | Uint8Array): UnsignedEthereumTransaction {
  // A PSBT is often passed as base64; the hex error would hide what it is.
  if (typeof given === 'string' && given.startsWith('cHNidP8'))
    refuseOtherChains(Uint8Array.of(0x70, 0x73, 0x62, 0x74, 0xff));
  return parseUnsignedBytes(transactionBytes(given));
}

/** As {@link parseUnsigned}, from bytes. */
export function parseUnsignedBytes(bytes: Uint8Array): UnsignedEthereumTransaction {
  const { type, list } = decodeEnvelope(bytes);
  refuseWrongCount(type, list);
  const reader = new FieldReader(list);
  const fields = readFields(type, reader, list);
  return { bytes, ranges: reader.ranges, ...fields };
}

/**
 * Tells the type of an envelope (EIP-2718) and decodes its list, signed or not.
 * @throws AppError `TRANSACTION_WRONG_CHAIN`, `TRANSACTION_TYPE_UNKNOWN` or `RLP_*`
 */
export function decodeEnvelope(bytes: Uint8Array): { type: EnvelopeType; list: RlpList } {
  const first = bytes[0] ?? 0;
  const type = first >= 0xc0 ? 'legacy' : TYPE_BYTES[first];
  const second = bytes[1];
  if (type === undefined || (type !== 'legacy' && second !== undefined && second < 0xc0))
    refuseOtherChains(bytes);
  if (type === undefined) {
    throw chainError('TRANSACTION_TYPE_UNKNOWN.ethereum', { first: first.toString(16).padStart(2, '0') });
  }
  const list = decodeRlp(bytes, type === 'legacy' ? 0 : 1);
  if (list.kind !== 'list') {
    throw chainError('TRANSACTION_FIELD_INVALID.noList');
  }
  return { type, list };
}

function refuseWrongCount(type: EnvelopeType, list: RlpList): void {
  const names = FIELDS[type];
  const count = list.items.length;
  if (type === 'legacy') {
    if (count === 6) return;
    const [r, s] = list.items.slice(7);
    if (count === 9 && r !== undefined && s !== undefined) {
      if (isEmpty(r) && isEmpty(s)) return;
      throw alreadySigned();
    }
  } else {
    if (count === names.length) return;
    if (count === names.length + 3) throw alreadySigned();
    if (type === 'eip4844' && list.items[0]?.kind === 'list') {
      throw chainError('TRANSACTION_FIELD_COUNT.blobs');
    }
  }
  throw chainError('TRANSACTION_FIELD_COUNT.count', {
    count,
    kind: type === 'legacy' ? 'legacy' : type.toUpperCase().replace('EIP', 'EIP-'),
    wanted: type === 'legacy' ? '9, or 6 before EIP-155' : names.length,
  });
}

const isEmpty = (item: RlpItem): boolean => item.kind === 'bytes' && item.bytes.length === 0;

// Without `Omit` over the union, TypeScript would merge its members into one.
type Fields<T> = T extends unknown ? Omit<T, 'bytes' | 'ranges'> : never;

function readFields(
  type: EnvelopeType,
  reader: FieldReader,
  list: RlpList,
): Fields<UnsignedEthereumTransaction> {
  // The order of the members below is the order of the fields in the bytes.
  const start = () => ({
    chainId: reader.uint('chainId', MAX_CHAIN_ID),
    nonce: reader.uint('nonce', MAX_UINT64),
  });
  const fees = () => ({
    maxPriorityFeePerGas: reader.uint('maxPriorityFeePerGas'),
    maxFeePerGas: reader.uint('maxFeePerGas'),
    gasLimit: reader.uint('gasLimit', MAX_UINT64),
  });
  const price = () => ({ gasPrice: reader.uint('gasPrice'), gasLimit: reader.uint('gasLimit', MAX_UINT64) });
  const call = () => ({ value: reader.uint('value'), data: reader.bytes('data') });
  const accessList = () => readAccessList(reader.take('accessList'));
  switch (type) {
    case 'legacy': {
      const nonce = reader.uint('nonce', MAX_UINT64);
      const fields = { type, nonce, ...price(), to: reader.addressOrNone('to'), ...call() };
      return { ...fields, chainId: list.items.length === 6 ? null : reader.uint('chainId', MAX_CHAIN_ID) };
    }
    case 'eip2930':
      return {
        type,
        ...start(),
        ...price(),
        to: reader.addressOrNone('to'),
        ...call(),
        accessList: accessList(),
      };
    case 'eip1559':
      return {
        type,
        ...start(),
        ...fees(),
        to: reader.addressOrNone('to'),
        ...call(),
        accessList: accessList(),
      };
    case 'eip4844':
      return {
        ...{ type, ...start(), ...fees(), to: reader.address('to'), ...call(), accessList: accessList() },
        maxFeePerBlobGas: reader.uint('maxFeePerBlobGas'),
        blobVersionedHashes: readBlobHashes(reader.take('blobVersionedHashes')),
      };
    case 'eip7702':
      return {
        ...{ type, ...start(), ...fees(), to: reader.address('to'), ...call(), accessList: accessList() },
        authorizationList: readAuthorizations(reader.take('authorizationList')),
      };
  }
}

/** The access list of EIP-2930. @throws AppError `TRANSACTION_FIELD_INVALID` */
export function readAccessList(item: RlpItem): AccessListEntry[] {
  return readList('accessList', item).map((entry, index) => {
    const name = `accessList[${index}]`;
    const [address, keys] = readList(name, entry, 2) as [RlpItem, RlpItem];
    const storageKeys = readList(`${name}.storageKeys`, keys).map((key) =>
      readFixed(`${name}.storageKeys`, key, 32),
    );
    return { address: readFixed(`${name}.address`, address, 20), storageKeys };
  });
}

function readBlobHashes(item: RlpItem): Hex[] {
  const hashes = readList('blobVersionedHashes', item);
  if (hashes.length === 0)
    throw fieldError('blobVersionedHashes', item, 'is empty, but a blob transaction has blobs');
  return hashes.map((hash, index) => {
    const name = `blobVersionedHashes[${index}]`;
    const value = readFixed(name, hash, 32);
    if (readBytes(name, hash)[0] !== 1) throw fieldError(name, hash, 'has a version other than 01');
    return value;
  });
}

function readAuthorizations(item: RlpItem): Authorization[] {
  const tuples = readList('authorizationList', item);
  if (tuples.length === 0)
    throw fieldError('authorizationList', item, 'is empty, but at least one is wanted');
  return tuples.map((tuple, index) => {
    const name = `authorizationList[${index}]`;
    const [chainId, address, nonce, yParity, r, s] = readList(name, tuple, 6) as [
      RlpItem,
      RlpItem,
      RlpItem,
      RlpItem,
      RlpItem,
      RlpItem,
    ];
    return {
      ...readDelegationFields(name, tuple, [chainId, address, nonce]),
      yParity: readUint(`${name}.yParity`, yParity, 255n),
      r: readUint(`${name}.r`, r),
      s: readUint(`${name}.s`, s),
    };
  });
}
