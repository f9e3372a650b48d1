import type { RandomNumbers } from './random.ts';

type Mutation = (
  input: Uint8Array,
  random: RandomNumbers,
  other: Uint8Array,
  words: readonly Uint8Array[],
) => Uint8Array;

/** Values at which lengths, counts and signs turn over. */
const EDGES = [0, 1, 2, 0x7f, 0x80, 0x81, 0xb7, 0xb8, 0xc0, 0xf7, 0xf8, 0xfd, 0xfe, 0xff];

const at = (input: Uint8Array, random: RandomNumbers): number => random.below(input.length);

const replaced = (input: Uint8Array, from: number, to: number, by: Uint8Array): Uint8Array => {
  const result = new Uint8Array(input.length - (to - from) + by.length);
  result.set(input.subarray(0, from));
  result.set(by, from);
  result.set(input.subarray(to), from + by.length);
  return result;
};

const range = (input: Uint8Array, random: RandomNumbers, longest: number): [number, number] => {
  const from = random.below(input.length + 1);
  return [from, Math.min(input.length, from + 1 + random.below(longest))];
};

const set = (input: Uint8Array, index: number, value: number): Uint8Array =>
  input.length === 0 ? input : replaced(input, index, index + 1, Uint8Array.of(value & 0xff));

const MUTATIONS: readonly Mutation[] = [
  // A bit, a byte, an edge, a step up or down.
  (input, random) => {
    const index = at(input, random);
    return set(input, index, (input[index] ?? 0) ^ (1 << random.below(8)));
  },
  (input, random) => set(input, at(input, random), random.below(256)),
  (input, random) => set(input, at(input, random), EDGES[random.below(EDGES.length)] ?? 0),
  (input, random) => {
    const index = at(input, random);
    return set(input, index, (input[index] ?? 0) + (random.below(2) === 0 ? 1 : -1));
  },
  // Less, more, the same twice, a piece of another input.
  (input, random) => {
    const [from, to] = range(input, random, 64);
    return replaced(input, from, to, new Uint8Array());
  },
  (input, random) => {
    const from = random.below(input.length + 1);
    return replaced(
      input,
      from,
      from,
      Uint8Array.from({ length: 1 + random.below(8) }, () => random.below(256)),
    );
  },
  (input, random) => {
    const [from, to] = range(input, random, 96);
    return replaced(input, to, to, input.slice(from, to));
  },
  (input, random, other) => {
    const [from, to] = range(other, random, 128);
    const place = random.below(input.length + 1);
    const over = random.below(2) === 0 ? place : Math.min(input.length, place + (to - from));
    return replaced(input, place, over, other.slice(from, to));
  },
  (input, random) => input.slice(0, random.below(input.length + 1)),
  // A word that means something to what is fuzzed, between bytes or in the place of some.
  (input, random, _other, words) => {
    const [from, to] = range(input, random, 16);
    const over = random.below(2) === 0 ? from : to;
    return replaced(input, from, over, words[random.below(words.length)] ?? new Uint8Array());
  },
];

/** Longer inputs are cut: decoders are linear, and the time goes into inputs that say something new. */
const LONGEST = 8_192;

/** Changes an input in one to four ways; `other` lends pieces, and so do `words`, if there are any. */
export function mutate(
  input: Uint8Array,
  other: Uint8Array,
  random: RandomNumbers,
  words: readonly Uint8Array[],
): Uint8Array {
  const ways = words.length === 0 ? MUTATIONS.slice(0, -1) : MUTATIONS;
  let result = input;
  for (let left = 1 + random.below(4); left > 0; left -= 1) {
    result = ways[random.below(ways.length)]?.(result, random, other, words) ?? result;
  }
  return result.length > LONGEST ? result.slice(0, LONGEST) : result;
}
