import type { AppError } from '#protocol/error.ts';
import type { ByteRange } from '../model/decoded.ts';
import { chainError } from '../model/errors.ts';
import { type Hex, prefixedHex } from './model/address.ts';
import { ethereumError } from './model/errors.ts';
import type { RlpItem, RlpList } from './model/rlp.ts';
import type { DelegationFields, FieldName } from './transaction.ts';

/** The refusal of a transaction that carries its signature. */
export const alreadySigned = (): AppError => ethereumError('TRANSACTION_ALREADY_SIGNED');

export const MAX_UINT64 = 2n ** 64n - 1n;
const MAX_UINT256 = 2n ** 256n - 1n;

/** The bytes that a reader sees marked for an item: its content, or its header where the content is empty. */
export const fieldRange = (item: RlpItem): ByteRange => [
  item.kind === 'bytes' && item.payload < item.end ? item.payload : item.start,
  item.end,
];

/** Makes the error for a field that breaks its rule. */
export function fieldError(field: string, item: RlpItem, why: string): AppError {
  return chainError('TRANSACTION_FIELD_INVALID.field', { field, start: item.start, why });
}

/** An integer without leading zeros, at most `max`. @throws AppError `TRANSACTION_FIELD_INVALID` */
export function readUint(field: string, item: RlpItem, max: bigint = MAX_UINT256): bigint {
  const bytes = readBytes(field, item);
  if (bytes[0] === 0) throw fieldError(field, item, 'has a leading zero, which an integer must not have');
  // Checked by length first, so that a huge field is not turned into a huge integer.
  const value = bytes.length === 0 ? 0n : bytes.length > 32 ? max + 1n : BigInt(prefixedHex(bytes));
  if (value > max)
    throw fieldError(field, item, `is larger than ${max === MAX_UINT64 ? '2^64 - 1' : 'its type allows'}`);
  return value;
}

/** A byte string. @throws AppError `TRANSACTION_FIELD_INVALID` when a list stands there */
export function readBytes(field: string, item: RlpItem): Uint8Array {
  if (item.kind === 'list') throw fieldError(field, item, 'is a list, but a value is wanted');
  return item.bytes;
}

/** The items of a list. @throws AppError `TRANSACTION_FIELD_INVALID` when there is none, or not `count` of them */
export function readList(field: string, item: RlpItem, count?: number): readonly RlpItem[] {
  if (item.kind !== 'list') throw fieldError(field, item, 'is a value, but a list is wanted');
  if (count !== undefined && item.items.length !== count) {
    throw fieldError(field, item, `holds ${item.items.length} items, but ${count} are wanted`);
  }
  return item.items;
}

/** Exactly `length` bytes, as lowercase hex. @throws AppError `TRANSACTION_FIELD_INVALID` */
export function readFixed(field: string, item: RlpItem, length: number): Hex {
  const bytes = readBytes(field, item);
  if (bytes.length !== length)
    throw fieldError(field, item, `has ${bytes.length} bytes, but ${length} are wanted`);
  return prefixedHex(bytes);
}

/** Takes the items of an envelope one after the other and notes where each field stands. */
export class FieldReader {
  readonly ranges: Partial<Record<FieldName, ByteRange>> = {};
  readonly #list: RlpList;
  #next = 0;

  constructor(list: RlpList) {
    this.#list = list;
  }

  /** The next item, under the name of its field. */
  take(field: FieldName): RlpItem {
    const item = this.#list.items[this.#next];
    if (item === undefined) throw fieldError(field, this.#list, 'is missing');
    this.#next += 1;
    this.ranges[field] = fieldRange(item);
    return item;
  }

  uint(field: FieldName, max?: bigint): bigint {
    return readUint(field, this.take(field), max);
  }

  bytes(field: FieldName): Uint8Array {
    return readBytes(field, this.take(field));
  }

  address(field: FieldName): Hex {
    return readFixed(field, this.take(field), 20);
  }

  /** An address, or null where the field is empty and a contract is created. */
  addressOrNone(field: FieldName): Hex | null {
    const item = this.take(field);
    return readBytes(field, item).length === 0 ? null : readFixed(field, item, 20);
  }
}

/**
 * Reads what every authorization of EIP-7702 begins with.
 * @param name the path of the tuple, for errors
 * @throws AppError `TRANSACTION_FIELD_INVALID`
 */
export const readDelegationFields = (
  name: string,
  tuple: RlpItem,
  [chainId, address, nonce]: readonly [RlpItem, RlpItem, RlpItem],
): DelegationFields => ({
  chainId: readUint(`${name}.chainId`, chainId),
  address: readFixed(`${name}.address`, address, 20),
  nonce: readUint(`${name}.nonce`, nonce, MAX_UINT64),
  range: fieldRange(tuple),
});
