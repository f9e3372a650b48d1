import { fromHex } from '#protocol/encoding.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import { parseAddress } from './model/address.ts';
import { ethereumError } from './model/errors.ts';
import type { RlpInput } from './model/rlp.ts';

/** An object of a transaction's JSON. */
export type JsonObject = Readonly<Record<string, unknown>>;

const MAX_WORD = 2n ** 256n;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a text is as JSON; null where it is none. */
export function looselyParsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** The transaction itself, or the one that a request of a wallet carries; null for anything else, typed data among it. */
export function requestedIn(value: unknown): JsonObject | null {
  if (!isJsonObject(value)) return null;
  const { params } = value;
  const inner: unknown = Array.isArray(params) && params.length === 1 ? params[0] : value;
  return isJsonObject(inner) && !isJsonObject(inner['types']) ? inner : null;
}

/** @throws AppError `TRANSACTION_JSON_INVALID` for a member of another name that holds something */
export function refuseUnknown(given: JsonObject, known: ReadonlySet<string>): void {
  const unknown = Object.keys(given).find((name) => !known.has(name) && given[name] !== null);
  if (unknown !== undefined)
    throw ethereumError('TRANSACTION_JSON_INVALID.unknown', { name: revealInvisible(unknown.slice(0, 40)) });
}

/**
 * The name under which a member is given; undefined where it isn't.
 * @throws AppError `TRANSACTION_JSON_INVALID` where two names for one thing say different things
 */
export function oneOfNames(given: JsonObject, names: readonly string[]): string | undefined {
  const [one, other] = names.filter((name) => given[name] !== undefined && given[name] !== null);
  if (one !== undefined && other !== undefined && given[one] !== given[other])
    throw ethereumError('TRANSACTION_JSON_INVALID.both', { one, other });
  return one;
}

/** @throws AppError `TRANSACTION_JSON_INVALID` for what is no whole number below 2^256: digits, hex, or as ox writes it */
export function jsonNumber(name: string, value: unknown): bigint {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '';
  const [, digits] = /^(0x[0-9a-fA-F]+|0|[1-9]\d*)(?:#__bigint)?$/.exec(text) ?? [];
  if (digits === undefined || digits.length > 80)
    throw wrongMember(name, 'isn’t a whole number: digits, or hex with 0x');
  const number = BigInt(digits);
  if (number >= MAX_WORD) throw wrongMember(name, 'is larger than 256 bits');
  return number;
}

/** @throws AppError `TRANSACTION_JSON_INVALID` for what isn't hex with 0x */
export function jsonBytes(name: string, value: unknown): Uint8Array {
  if (typeof value !== 'string' || !/^0x(?:[0-9a-fA-F]{2})*$/.test(value))
    throw wrongMember(name, 'isn’t hex with 0x');
  return value === '0x' ? new Uint8Array() : fromHex(value.slice(2));
}

/** @throws AppError `TRANSACTION_JSON_INVALID`, `ADDRESS_INVALID`, `ADDRESS_CHECKSUM_INVALID` */
export function jsonAddress(name: string, value: unknown): Uint8Array {
  if (typeof value !== 'string') throw wrongMember(name, 'isn’t an address');
  return fromHex(parseAddress(value).slice(2));
}

/** @throws as `jsonAddress` */
export function accessListIn(list: unknown): RlpInput {
  if (!Array.isArray(list)) throw wrongMember('accessList', 'isn’t a list');
  return list.map((entry: unknown) => {
    const { address, storageKeys, ...more } = isJsonObject(entry) ? entry : {};
    if (typeof address !== 'string' || !Array.isArray(storageKeys) || Object.keys(more).length > 0)
      throw wrongMember('accessList', 'isn’t a list of addresses with their storage keys');
    return [
      jsonAddress('accessList', address),
      storageKeys.map((key: unknown) => {
        if (typeof key !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(key))
          throw wrongMember('accessList', 'has a storage key that isn’t 32 bytes of hex');
        return fromHex(key.slice(2));
      }),
    ];
  });
}

/** @param why goes on after the member's name */
export const wrongMember = (name: string, why: string): Error =>
  ethereumError('TRANSACTION_JSON_INVALID.value', { name, why });
