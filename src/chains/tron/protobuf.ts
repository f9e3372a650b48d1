import type { AppError } from '#protocol/error.ts';
import type { ByteRange } from '../model/decoded.ts';
import { tronError } from './errors.ts';

/** How one field of a message is encoded, and what it is called. */
export type FieldSchema =
  | { readonly name: string; readonly kind: 'integer' | 'bytes'; readonly repeated?: true }
  | {
      readonly name: string;
      readonly kind: 'message';
      readonly of: MessageSchema;
      readonly repeated?: true;
      /** How many of it a node takes, where it counts them. */
      readonly most?: number;
    };
/** A message's fields by their number. */
export type MessageSchema = Readonly<Record<number, FieldSchema>>;

interface FieldPlace {
  readonly number: number;
  /** The field with its tag. */
  readonly whole: ByteRange;
  /** Its content alone. */
  readonly range: ByteRange;
}
export type Field = FieldPlace &
  (
    | { readonly kind: 'integer'; readonly name: string; readonly value: bigint }
    | { readonly kind: 'bytes'; readonly name: string; readonly value: Uint8Array }
    | { readonly kind: 'message'; readonly name: string; readonly value: Message }
    /** A number that the schema does not have. */
    | { readonly kind: 'unknown'; readonly name: string; readonly value: Uint8Array }
  );
/** A message's fields, in the order of the bytes. */
export interface Message {
  readonly fields: readonly Field[];
}

const VARINT = 0;
const FIXED64 = 1;
const LENGTH_DELIMITED = 2;
const FIXED32 = 5;
/** Fields of all messages together: several times those of a contract with the longest interface. */
const MAX_FIELDS = 20_000;
/** The largest field number of the encoding. */
const MAX_NUMBER = 0x1fff_ffff;

/**
 * Reads one protobuf message (the encoding guide of proto3) strictly: only the one form in which every implementation
 * writes it, since the chain hashes what it writes anew. Fields stand in the order of their numbers, singular ones once,
 * integers in as few bytes as they take, and no field holds its default.
 * @param bytes the whole transaction; offsets are into it
 * @param budget how many fields may still be read, inside messages too
 * @throws AppError `PROTOBUF_TRUNCATED`, `PROTOBUF_MALFORMED`, `PROTOBUF_NOT_CANONICAL`
 */
export function readProtobuf(
  bytes: Uint8Array,
  [from, to]: ByteRange,
  schema: MessageSchema,
  budget = { left: MAX_FIELDS },
): Message {
  const fields: Field[] = [];
  let at = from;
  let last = 0;
  let count = 0;
  while (at < to) {
    budget.left -= 1;
    if (budget.left < 0) throw malformed(at, `more than ${MAX_FIELDS} fields end there`);
    const field = readField(bytes, [at, to], schema, budget);
    if (field.number < last) throw notCanonical(at, `field ${field.number} stands behind field ${last}`);
    if (field.number === last && schema[field.number]?.repeated !== true && field.kind !== 'unknown') {
      throw notCanonical(at, `the field “${field.name}” is there twice`);
    }
    count = field.number === last ? count + 1 : 1;
    const most = mostOf(schema[field.number]);
    if (count > most) throw malformed(at, `the network takes “${field.name}” ${most} times at most`);
    fields.push(field);
    last = field.number;
    at = field.whole[1];
  }
  return { fields };
}

const mostOf = (schema: FieldSchema | undefined): number =>
  (schema?.kind === 'message' ? schema.most : undefined) ?? Infinity;

function readField(
  bytes: Uint8Array,
  [start, to]: ByteRange,
  schema: MessageSchema,
  budget: { left: number },
): Field {
  const tagEnd = endOfVarint(bytes, start, to);
  const tag = smallNumber(bytes, start, tagEnd);
  const wire = tag % 8;
  const number = Math.floor(tag / 8);
  if (number === 0 || number > MAX_NUMBER) throw malformed(start, 'there is no field of that number');
  const known = schema[number];
  if (known?.kind === 'integer' && wire === VARINT) {
    const end = endOfVarint(bytes, tagEnd, to);
    const value = integer(bytes, tagEnd, end);
    if (value === 0n) throw notCanonical(start, `“${known.name}” is written although it is zero`);
    return { number, kind: 'integer', name: known.name, value, whole: [start, end], range: [tagEnd, end] };
  }
  const range = contentOf(bytes, tagEnd, to, wire);
  const whole: ByteRange = [start, range[1]];
  if (known === undefined) {
    return {
      number,
      kind: 'unknown',
      name: `field ${number}`,
      value: bytes.subarray(...range),
      whole,
      range,
    };
  }
  const { name, kind } = known;
  if (kind === 'integer' || wire !== LENGTH_DELIMITED) {
    throw malformed(start, `“${name}” is not encoded as ${kind === 'integer' ? 'an integer' : kind}`);
  }
  if (kind === 'message') {
    return { number, kind, name, value: readProtobuf(bytes, range, known.of, budget), whole, range };
  }
  if (range[0] === range[1] && known.repeated !== true)
    throw notCanonical(start, `“${name}” is written although it is empty`);
  return { number, kind, name, value: bytes.subarray(range[0], range[1]), whole, range };
}

function contentOf(bytes: Uint8Array, start: number, to: number, wire: number): ByteRange {
  switch (wire) {
    case VARINT:
      return [start, endOfVarint(bytes, start, to)];
    case FIXED64:
      return within(start, 8, to);
    case FIXED32:
      return within(start, 4, to);
    case LENGTH_DELIMITED: {
      const end = endOfVarint(bytes, start, to);
      return within(end, smallNumber(bytes, start, end), to);
    }
    default:
      throw malformed(start, `the wire type ${wire} is not in use`);
  }
}

function within(start: number, length: number, to: number): ByteRange {
  if (start + length > to) throw truncated(start, `${length} bytes are announced`);
  return [start, start + length];
}

/** Where a base-128 integer ends: in its shortest form, of at most ten bytes. */
function endOfVarint(bytes: Uint8Array, start: number, to: number): number {
  for (let at = start; at < start + 10; at += 1) {
    if (at >= to) throw truncated(start, 'an integer has no end');
    const byte = bytes[at] ?? 0;
    if (byte >= 0x80) continue;
    if (byte === 0 && at > start) throw notCanonical(start, 'an integer is longer than it need be');
    return at + 1;
  }
  throw malformed(start, 'an integer has more than 64 bits');
}

/** A tag or a length: exact up to 2^53, and no transaction has more bytes. */
function smallNumber(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let at = end - 1; at >= start; at -= 1) value = value * 128 + ((bytes[at] ?? 0) & 0x7f);
  return value;
}

/** An integer of 64 bits with its sign (two's complement). */
function integer(bytes: Uint8Array, start: number, end: number): bigint {
  // Seven groups of seven bits are exact as a number.
  if (end - start <= 7) return BigInt(smallNumber(bytes, start, end));
  const high = BigInt(smallNumber(bytes, start + 7, end));
  const value = (high << 49n) | BigInt(smallNumber(bytes, start, start + 7));
  if (value >= 2n ** 64n) throw malformed(start, 'an integer has more than 64 bits');
  return BigInt.asIntN(64, value);
}

/** The integer of a field; 0 where it is not there. */
export const integerOf = (message: Message | undefined, number: number): bigint => {
  const field = message?.fields.find((each) => each.number === number);
  return field?.kind === 'integer' ? field.value : 0n;
};

/** The bytes of a field; empty where it is not there. */
export const bytesOf = (message: Message | undefined, number: number): Uint8Array => {
  const field = message?.fields.find((each) => each.number === number);
  return field?.kind === 'bytes' ? field.value : new Uint8Array();
};

/** Every message of a field. */
export const messagesOf = (message: Message | undefined, number: number): Message[] =>
  (message?.fields ?? []).flatMap((field) =>
    field.number === number && field.kind === 'message' ? [field.value] : [],
  );

/** Where a field's content stands; nothing where it is not there. */
export const rangesOf = (message: Message | undefined, number: number): { ranges?: ByteRange[] } => {
  const field = message?.fields.find((each) => each.number === number);
  return field === undefined ? {} : { ranges: [field.range] };
};

/** Whether a message, or one inside it, has a field that the schema does not know. */
export const hasUnknown = (message: Message): boolean =>
  message.fields.some(
    (field) => field.kind === 'unknown' || (field.kind === 'message' && hasUnknown(field.value)),
  );

const truncated = (at: number, why: string): AppError => tronError('PROTOBUF_TRUNCATED', { at, why });

const malformed = (at: number, why: string): AppError => tronError('PROTOBUF_MALFORMED', { at, why });

const notCanonical = (at: number, why: string): AppError => tronError('PROTOBUF_NOT_CANONICAL', { at, why });
