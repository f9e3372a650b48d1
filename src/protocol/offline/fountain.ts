import { sha256 } from '@noble/hashes/sha2.js';
import { uint32Bytes } from './bytewords.ts';

const MASK = (1n << 64n) - 1n;
const rotate = (value: bigint, by: bigint): bigint => ((value << by) | (value >> (64n - by))) & MASK;

/** The next number of a sequence, from 0 to 2^64-1. */
export type RandomNumbers = () => bigint;

/** Xoshiro256** with the SHA-256 of a seed as its state, as BCR-2024-001 has it. Nothing here is secret. */
export function xoshiro256(seed: Uint8Array): RandomNumbers {
  const digest = sha256(seed);
  const word = (index: number): bigint =>
    digest.subarray(8 * index, 8 * index + 8).reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
  let [a, b, c, d] = [word(0), word(1), word(2), word(3)];
  return () => {
    const result = (rotate((b * 5n) & MASK, 7n) * 9n) & MASK;
    const shifted = (b << 17n) & MASK;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 45n);
    return result;
  };
}

/** The next number from 0 up to 1. */
const nextDouble = (next: RandomNumbers): number => Number(next()) / 2 ** 64;
/** The next whole number from 0 up to a limit. */
export const nextBelow = (next: RandomNumbers, limit: number): number => Math.floor(nextDouble(next) * limit);

/** Draws an index by weights: the alias method in the order of BCR-2024-001, which both sides have to share. */
export function createSampler(weights: readonly number[]): (next: RandomNumbers) => number {
  const count = weights.length;
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const scaled = weights.map((weight) => (weight * count) / sum);
  const [small, large]: [number[], number[]] = [[], []];
  for (let index = count - 1; index >= 0; index -= 1) ((scaled[index] ?? 0) < 1 ? small : large).push(index);
  // What is left over at the end is drawn as itself, rounding or not.
  const chance = new Array<number>(count).fill(1);
  const alias = new Array<number>(count).fill(0);
  for (;;) {
    const [low, high] = [small.at(-1), large.at(-1)];
    if (low === undefined || high === undefined) break;
    small.pop();
    large.pop();
    const share = scaled[low] ?? 0;
    chance[low] = share;
    alias[low] = high;
    const rest = (scaled[high] ?? 0) + (share - 1);
    scaled[high] = rest;
    (rest < 1 ? small : large).push(high);
  }
  return (next) => {
    const [first, second] = [nextDouble(next), nextDouble(next)];
    const index = Math.floor(count * first);
    return second < (chance[index] ?? 1) ? index : (alias[index] ?? index);
  };
}

/** The first of the items in the order that a shuffle by BCR-2024-001 gives them. */
export function firstShuffled(items: readonly number[], count: number, next: RandomNumbers): number[] {
  const rest = [...items];
  const drawn: number[] = [];
  while (drawn.length < count && rest.length > 0) drawn.push(...rest.splice(nextBelow(next, rest.length), 1));
  return drawn;
}

/** Which fragments a part mixes. */
export type FragmentChooser = (number: number) => readonly number[];

/**
 * The rule by which both sides know what a part mixes (BCR-2024-001).
 * @param count of fragments
 * @param checksum CRC-32 of the whole message
 * @returns for a part's number, from 1: the fragments' indexes, from 0, each once
 */
export function createFragmentChooser(count: number, checksum: number): FragmentChooser {
  const all = Array.from({ length: count }, (_, index) => index);
  const sample = createSampler(all.map((index) => 1 / (index + 1)));
  return (number) => {
    if (number <= count) return [number - 1];
    const next = xoshiro256(Uint8Array.from([...uint32Bytes(number), ...uint32Bytes(checksum)]));
    return firstShuffled(all, sample(next) + 1, next);
  };
}

/** Adds bytes to others bit by bit: both are of one length. */
export function xorInto(target: Uint8Array, other: Uint8Array): void {
  for (let index = 0; index < target.length; index += 1)
    target[index] = (target[index] ?? 0) ^ (other[index] ?? 0);
}

interface Row {
  readonly mixes: Uint32Array;
  readonly data: Uint8Array;
}

export interface FountainDecoder {
  /** How many fragments' worth is known: as many parts as the message has fragments are enough once each says something new. */
  readonly known: number;
  /** Takes a part: whether it said something new, nothing new, or something that cannot stand beside the others. */
  take(mixes: readonly number[], data: Uint8Array): 'new' | 'known' | 'contradicts';
  /** The fragments one behind the other; null while some are missing. */
  join(): Uint8Array | null;
}

/**
 * Solves for fragments out of parts that mix them: elimination over bits, so that no part which says something new is lost.
 * @param count of fragments; the caller bounds it
 * @param length of each, in bytes
 */
export function createFountainDecoder(count: number, length: number): FountainDecoder {
  const rows = new Map<number, Row>();

  const lowest = (mixes: Uint32Array): number => {
    const word = mixes.findIndex((bits) => bits !== 0);
    if (word === -1) return -1;
    const bits = mixes[word] ?? 0;
    return 32 * word + 31 - Math.clz32(bits & -bits);
  };

  return {
    get known() {
      return rows.size;
    },
    take(mixed, bytes) {
      const row = { mixes: new Uint32Array(Math.ceil(count / 32)), data: Uint8Array.from(bytes) };
      for (const index of mixed) row.mixes[index >>> 5] = (row.mixes[index >>> 5] ?? 0) | (1 << (index & 31));
      for (let first = lowest(row.mixes); first !== -1; first = lowest(row.mixes)) {
        const other = rows.get(first);
        if (other === undefined) {
          rows.set(first, row);
          return 'new';
        }
        row.mixes.forEach((bits, word) => (row.mixes[word] = bits ^ (other.mixes[word] ?? 0)));
        xorInto(row.data, other.data);
      }
      return row.data.every((byte) => byte === 0) ? 'known' : 'contradicts';
    },
    join() {
      if (rows.size < count) return null;
      const joined = new Uint8Array(count * length);
      const fragment = (index: number): Uint8Array => joined.subarray(index * length, (index + 1) * length);
      for (let index = count - 1; index >= 0; index -= 1) {
        const row = rows.get(index);
        if (row === undefined) return null;
        const solved = fragment(index);
        solved.set(row.data);
        for (let other = index + 1; other < count; other += 1)
          if (((row.mixes[other >>> 5] ?? 0) >>> (other & 31)) & 1) xorInto(solved, fragment(other));
      }
      return joined;
    },
  };
}
