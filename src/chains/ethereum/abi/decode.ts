import type { AbiParameter } from 'viem';
import { toUtf8 } from '#protocol/encoding.ts';
import type { ByteRange } from '../../model/decoded.ts';
import { prefixedHex, toChecksumAddress } from '../model/address.ts';
import type { Located, LocatedStruct, LocatedValue } from './located.ts';

/** The element of a list's type, and how many there are where the type says so; null for what is no list. */
export function locatedList(
  parameter: AbiParameter,
): { readonly element: AbiParameter; readonly fixed: number | null } | null {
  const { type } = parameter;
  if (!type.endsWith(']')) return null;
  const bracket = type.lastIndexOf('[');
  const length = type.slice(bracket + 1, -1);
  return {
    element: { ...parameter, type: type.slice(0, bracket) },
    fixed: length === '' ? null : Number(length),
  };
}

/** The members of a tuple's type. */
export const componentsOf = (parameter: AbiParameter): readonly AbiParameter[] =>
  'components' in parameter ? parameter.components : [];

/** Whether a value stands behind a pointer. */
function isDynamic(parameter: AbiParameter): boolean {
  const { type } = parameter;
  if (type === 'tuple') return componentsOf(parameter).some(isDynamic);
  const list = locatedList(parameter);
  return list === null
    ? type === 'bytes' || type === 'string'
    : list.fixed === null || isDynamic(list.element);
}

/** The bytes that a value takes where it is written, of which a pointer takes one word. */
function headSize(parameter: AbiParameter): number {
  if (isDynamic(parameter)) return 32;
  if (parameter.type === 'tuple') {
    return componentsOf(parameter).reduce((size, component) => size + headSize(component), 0);
  }
  const list = locatedList(parameter);
  return list === null ? 32 : (list.fixed ?? 0) * headSize(list.element);
}

/** The bytes that are decoded, and where they start in the transaction. */
interface Source {
  readonly data: Uint8Array;
  readonly offset: number;
}
/** What stands at some place, and the offset of the byte behind it. */
type Decoded<T> = readonly [value: T, end: number];

/** Stops the decoding of bytes that no encoder writes; never leaves this file. */
class NotCanonical extends Error {}

/**
 * Decodes arguments, each with the bytes that it came from (Solidity's ABI specification, strict mode). Only the one encoding
 * that an encoder gives is taken: every dynamic part right behind the one before, nothing shared, nothing left over, every
 * padding empty. So no small input decodes into gigabytes, and nothing is hidden between what is shown.
 * @param parameters with names; values of up to 48 bits come as number, others as bigint, addresses with their checksum
 * @param data the arguments without a selector
 * @param offset where `data` starts in the transaction
 * @returns null for bytes that are anything else
 */
export function decodeLocated(
  parameters: readonly AbiParameter[],
  data: Uint8Array,
  offset = 0,
): LocatedStruct | null {
  try {
    const [members, end] = decodeMembers({ data, offset }, parameters, 0);
    return end === data.length ? members : null;
  } catch (error) {
    if (error instanceof NotCanonical) return null;
    throw error;
  }
}

function decodeMembers(
  source: Source,
  parameters: readonly AbiParameter[],
  at: number,
): Decoded<LocatedStruct> {
  const [values, end] = decodeSequence(source, parameters, at);
  return [
    Object.fromEntries(
      parameters.flatMap(({ name }, index) => {
        const value = values[index];
        return value === undefined ? [] : [[name ?? String(index), value]];
      }),
    ),
    end,
  ];
}

/** Values that stand one after the other, with what they point at behind them in the same order. */
function decodeSequence(
  source: Source,
  parameters: readonly AbiParameter[],
  start: number,
): Decoded<LocatedValue[]> {
  let head = start;
  let tail = parameters.reduce((size, parameter) => size + headSize(parameter), start);
  if (tail > source.data.length) throw new NotCanonical();
  const values = parameters.map((parameter) => {
    const at = head;
    head += headSize(parameter);
    if (!isDynamic(parameter)) return decodeValue(source, parameter, at)[0];
    if (readCount(source, at) !== tail - start) throw new NotCanonical();
    const [value, end] = decodeValue(source, parameter, tail);
    tail = end;
    return value;
  });
  return [values, tail];
}

function decodeValue(source: Source, parameter: AbiParameter, at: number): Decoded<LocatedValue> {
  const { type } = parameter;
  if (type === 'tuple') return decodeMembers(source, componentsOf(parameter), at);
  const list = locatedList(parameter);
  if (list !== null) {
    const { element, fixed } = list;
    const [length, start] = fixed === null ? [readCount(source, at), at + 32] : [fixed, at];
    const size = headSize(element);
    // Every element takes its head at least, so that a length that lies is found before anything is made of it.
    if (size === 0 || start + length * size > source.data.length) throw new NotCanonical();
    const [items, end] = decodeSequence(source, new Array<AbiParameter>(length).fill(element), start);
    return [{ items, range: rangeOf(source, at, end) }, end];
  }
  if (type === 'bytes' || type === 'string') return decodeBytes(source, type, at);
  return [decodeWord(source, type, at), at + 32];
}

function decodeBytes(source: Source, type: 'bytes' | 'string', at: number): Decoded<Located<string>> {
  const start = at + 32;
  const end = start + readCount(source, at);
  const padded = start + Math.ceil((end - start) / 32) * 32;
  if (padded > source.data.length || !isEmpty(source.data.subarray(end, padded))) throw new NotCanonical();
  const content = source.data.subarray(start, end);
  return [
    {
      value: type === 'bytes' ? prefixedHex(content) : decodeText(content),
      range: rangeOf(source, start, end),
    },
    padded,
  ];
}

/** Text in UTF-8, which has to be the same when it is written again: no broken characters, no mark of byte order. */
function decodeText(content: Uint8Array): string {
  const text = new TextDecoder().decode(content);
  if (prefixedHex(toUtf8(text)) !== prefixedHex(content)) throw new NotCanonical();
  return text;
}

function decodeWord(source: Source, type: string, at: number): Located<bigint | number | boolean | string> {
  const word = source.data.subarray(at, at + 32);
  const range = rangeOf(source, at, at + 32);
  if (type === 'address') {
    if (!isEmpty(word.subarray(0, 12))) throw new NotCanonical();
    return {
      value: toChecksumAddress(prefixedHex(word.subarray(12))),
      range: rangeOf(source, at + 12, at + 32),
    };
  }
  const [, kind, digits] = /^(bool|bytes|u?int)(\d*)$/.exec(type) ?? [];
  const number = BigInt(prefixedHex(word));
  if (kind === 'bool') {
    if (number > 1n) throw new NotCanonical();
    return { value: number === 1n, range };
  }
  const size = Number(digits);
  // A type that nothing is known of: what it stands for cannot be said.
  if (kind === undefined || size === 0) throw new NotCanonical();
  if (kind === 'bytes') {
    if (!isEmpty(word.subarray(size))) throw new NotCanonical();
    return { value: prefixedHex(word.subarray(0, size)), range };
  }
  const value = kind === 'int' ? BigInt.asIntN(size, number) : BigInt.asUintN(size, number);
  if (BigInt.asUintN(256, value) !== number) throw new NotCanonical();
  return { value: size > 48 ? value : Number(value), range };
}

/** A pointer or a length: a word that no transaction is too short for. */
function readCount({ data }: Source, at: number): number {
  if (at + 32 > data.length || !isEmpty(data.subarray(at, at + 28))) throw new NotCanonical();
  return data.subarray(at + 28, at + 32).reduce((value, byte) => value * 256 + byte, 0);
}

const isEmpty = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0);

const rangeOf = ({ offset }: Source, start: number, end: number): ByteRange => [offset + start, offset + end];
