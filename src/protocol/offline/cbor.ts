import { type DecodeOptions, Tokenizer, Type, decode, encode, rfc8949EncodeOptions } from 'cborg';
import type { AppError } from '../error.ts';
import { offlineFileError } from './errors.ts';

/** What the formats are made of: maps with text keys, lists, texts, byte strings, whole numbers from 0, true and false. */
export type CborValue = string | number | boolean | Uint8Array | readonly CborValue[] | CborMap;
export interface CborMap {
  readonly [key: string]: CborValue;
}

/** Deeper than any of the formats, and far less than what a stack holds. */
const MAX_DEPTH = 8;
/** More items than any file has: one of each entry of all lists. */
const MAX_ITEMS = 20_000;
/** A lone half of a surrogate pair: no UTF-8 says it. */
const LONE_SURROGATE = /\p{Surrogate}/u;

const PLAIN = new Set([Type.uint, Type.bytes, Type.string, Type.array, Type.map, Type.true, Type.false]);

/** Counts items and levels while they are read: nothing is built of what is too much. */
class LimitedTokenizer extends Tokenizer {
  #items = 0;
  /** How many items each open list or map still waits for. */
  readonly #open: number[] = [];

  override next(): ReturnType<Tokenizer['next']> {
    const token = super.next();
    this.#items += 1;
    if (this.#items > MAX_ITEMS) throw malformed(`it has more than ${MAX_ITEMS} items`);
    if (!PLAIN.has(token.type)) throw malformed(`it has a value of the kind “${token.type.name}”`);
    const last = this.#open.length - 1;
    if (last >= 0) this.#open[last] = (this.#open[last] ?? 0) - 1;
    if (token.type === Type.array || token.type === Type.map) {
      const count = Number(token.value) * (token.type === Type.map ? 2 : 1);
      this.#open.push(count);
      if (this.#open.length > MAX_DEPTH) throw malformed(`it has more than ${MAX_DEPTH} levels`);
    }
    while (this.#open.at(-1) === 0) this.#open.pop();
    return token;
  }
}

const OPTIONS: DecodeOptions = {
  strict: true,
  allowIndefinite: false,
  allowUndefined: false,
  allowInfinity: false,
  allowNaN: false,
  allowBigInt: false,
  useMaps: true,
  rejectDuplicateMapKeys: true,
};

/**
 * Writes a value in CBOR's deterministic form (RFC 8949, section 4.2.1): shortest lengths, keys in the order of their
 * encoded bytes.
 * @throws AppError `OFFLINE_FILE_MALFORMED` for a text that no UTF-8 says, or a number that is none of the formats'
 */
export function encodeCanonical(value: CborValue): Uint8Array {
  requireSayable(value);
  return new Uint8Array(encode(value, rfc8949EncodeOptions));
}

function requireSayable(value: CborValue): void {
  if (typeof value === 'string') {
    if (LONE_SURROGATE.test(value)) throw malformed('a text has half a character');
  } else if (typeof value === 'number') {
    if (!Number.isSafeInteger(value) || value < 0 || Object.is(value, -0))
      throw malformed('a number isn’t a whole number from 0');
  } else if (typeof value === 'boolean' || value instanceof Uint8Array) {
    // As it stands.
  } else {
    for (const [key, member] of Object.entries(value)) {
      requireSayable(key);
      requireSayable(member);
    }
  }
}

/**
 * Reads one value in the deterministic form and no other: what it reads is written again and has to be the same bytes.
 * @param bytes no more than the caller has room for
 * @returns maps as plain objects with own members alone
 * @throws AppError `OFFLINE_FILE_MALFORMED`, `OFFLINE_FILE_NOT_CANONICAL`
 */
export function decodeCanonical(bytes: Uint8Array): CborValue {
  let value: CborValue;
  try {
    value = plain(decode(bytes, { ...OPTIONS, tokenizer: new LimitedTokenizer(bytes, OPTIONS) }));
    if (!isSameBytes(encodeCanonical(value), bytes)) throw offlineFileError('OFFLINE_FILE_NOT_CANONICAL');
  } catch (error) {
    if (isOurs(error)) throw error;
    const why = error instanceof Error ? error.message.replace(/^CBOR decode error: /, '') : 'no CBOR';
    throw malformed(why, error);
  }
  return value;
}

function plain(value: unknown): CborValue {
  if (Array.isArray(value)) return value.map(plain);
  // A copy, of the plain kind: whoever holds the file's bytes may write to them.
  if (value instanceof Uint8Array) return new Uint8Array(value);
  if (!(value instanceof Map)) return value as CborValue;
  const members: Record<string, CborValue> = {};
  for (const [key, member] of value as Map<unknown, unknown>) {
    if (typeof key !== 'string') throw malformed('a key isn’t a text');
    if (key === '__proto__') throw malformed('a key is __proto__');
    members[key] = plain(member);
  }
  return members;
}

/** Whether two byte strings are the same. Nothing here is secret. */
export const isSameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index]);

const isOurs = (error: unknown): error is AppError =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('OFFLINE_FILE_');

const malformed = (why: string, cause?: unknown): AppError =>
  offlineFileError('OFFLINE_FILE_MALFORMED', { why, cause });
