import fc from 'fast-check';
import type { AbiParameter } from 'viem';
import {
  decodeAbiParameters,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  parseAbiParameters,
} from 'viem/utils';
import { describe, expect, it } from 'vitest';
import { decodeLocated } from '#chains/ethereum/abi/decode.ts';
import {
  type Located,
  type LocatedList,
  type LocatedStruct,
  type LocatedValue,
  bytesIn,
  located,
  sliceOf,
  wordOf,
} from '#chains/ethereum/abi/located.ts';
import { fromHex, toHex } from '#protocol/encoding.ts';
import { ARGUMENTS } from './arbitrary.ts';

type Hex = `0x${string}`;
const bytes = (hex: string) => (hex === '' ? new Uint8Array() : fromHex(hex));

/** Arguments as viem gives them: lists as arrays, tuples by name. */
function plain(value: LocatedValue): unknown {
  if ('items' in value && Array.isArray(value.items))
    return (value as LocatedList<LocatedValue>).items.map(plain);
  if ('range' in value && Array.isArray(value.range)) return (value as Located<unknown>).value;
  return Object.fromEntries(
    Object.entries(value as LocatedStruct).map(([name, each]) => [name, plain(each)]),
  );
}

/** Each value that is no list and no tuple, with its type. */
function leaves(parameter: AbiParameter, value: LocatedValue): [type: string, leaf: Located<unknown>][] {
  const element = /^(.*)\[\d*\]$/.exec(parameter.type)?.[1];
  if (element !== undefined) {
    return (value as LocatedList<LocatedValue>).items.flatMap((item) =>
      leaves({ ...parameter, type: element }, item),
    );
  }
  if ('components' in parameter) {
    return parameter.components.flatMap((each) => {
      const member = (value as LocatedStruct)[each.name ?? ''];
      return member === undefined ? [] : leaves(each, member);
    });
  }
  return [[parameter.type, value as Located<unknown>]];
}

/** How a value stands in the bytes that are said to be its own. */
function written(type: string, value: unknown): string {
  if (type === 'bytes') return String(value).slice(2);
  if (type === 'string') return Buffer.from(String(value)).toString('hex');
  const word = encodeAbiParameters([{ type }], [value]).slice(2);
  return type === 'address' ? word.slice(24) : word;
}

/** What viem takes for arguments, and writes again in the same way. */
function decodedByViem(parameters: readonly AbiParameter[], data: Uint8Array): unknown {
  const hex: Hex = `0x${toHex(data)}`;
  try {
    const values: readonly unknown[] = decodeAbiParameters(parameters, hex);
    return encodeAbiParameters(parameters, values) === hex ? values : null;
  } catch {
    // It throws errors of many kinds at bytes that are no arguments.
    return null;
  }
}

describe('located decoding of arguments', () => {
  it('finds what viem finds in whatever viem encodes', () => {
    fc.assert(
      fc.property(ARGUMENTS, ({ parameters, values }) => {
        const abi = [
          { type: 'function', name: 'f', inputs: parameters, outputs: [], stateMutability: 'view' },
        ] as const;
        const data = encodeFunctionData({ abi, functionName: 'f', args: values });
        const found = decodeLocated(parameters, bytes(data.slice(10)));
        expect(found).not.toBeNull();
        expect(Object.values(found ?? {}).map(plain)).toEqual(decodeFunctionData({ abi, data }).args);
      }),
      { numRuns: 500 },
    );
  });

  it('says of each value which bytes it came from, counted from where the data starts', () => {
    fc.assert(
      fc.property(ARGUMENTS, fc.nat(500), ({ parameters, values }, offset) => {
        const data = encodeAbiParameters(parameters, values).slice(2);
        const found = decodeLocated(parameters, bytes(data), offset);
        const seen = new Set<string>();
        for (const parameter of parameters) {
          const value = found?.[parameter.name ?? ''];
          if (value === undefined) throw new Error('An argument is missing.');
          for (const [type, leaf] of leaves(parameter, value)) {
            const [start, end] = leaf.range.map((at) => 2 * (at - offset));
            expect([type, data.slice(start, end)]).toEqual([type, written(type, leaf.value)]);
            // No two values stand in the same place, but for those that take none.
            if (start !== end) expect(seen.has(String(leaf.range))).toBe(false);
            seen.add(String(leaf.range));
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('takes what viem decodes and encodes to the same bytes, and nothing else', () => {
    const edits = fc.array(fc.tuple(fc.nat(), fc.constantFrom(0, 1, 2, 0x1f, 0x20, 0x40, 0x60, 0x80, 0xff)), {
      minLength: 1,
      maxLength: 2,
    });
    fc.assert(
      fc.property(
        ARGUMENTS,
        edits,
        fc.integer({ min: -2, max: 2 }),
        ({ parameters, values }, changes, cut) => {
          const whole = bytes(encodeAbiParameters(parameters, values).slice(2));
          const data = Uint8Array.from([
            ...whole.subarray(0, whole.length + Math.min(cut, 0)),
            ...new Uint8Array(Math.max(cut, 0) * 16),
          ]);
          for (const [at, byte] of changes) data[at % data.length] = byte;
          const found = decodeLocated(parameters, data);
          const theirs = decodedByViem(parameters, data);
          expect(found === null ? null : Object.values(found).map(plain)).toEqual(theirs);
        },
      ),
      { numRuns: 1500 },
    );
  });
});

const word = (value: bigint | number) => BigInt(value).toString(16).padStart(64, '0');
const padded = (hex: string) => hex.padEnd(64, '0');

/** What is wrong, the types, the words. */
const MALFORMED: readonly (readonly [what: string, types: string, words: string])[] = [
  ['nothing where an argument should be', 'uint256', ''],
  ['a word that is cut off', 'uint256', word(1).slice(2)],
  ['a word behind the arguments', 'uint256', word(1) + word(0)],
  ['an address with a byte before it', 'address', `01${word(5).slice(2)}`],
  ['an address with a byte right before it', 'address', `${'00'.repeat(11)}01${'11'.repeat(20)}`],
  ['a number that is too large for its type', 'uint8', word(256)],
  ['a negative number without its sign', 'int8', word(255)],
  ['a number that is too small for its type', 'int8', 'f'.repeat(62) + '7f'],
  ['a truth that is neither', 'bool', word(2)],
  ['a byte behind four', 'bytes4', padded('aabbccdd01')],
  ['a pointer past its place', 'bytes', word(64) + word(0) + word(0)],
  ['a pointer before its place', 'bytes', word(0) + word(0)],
  ['a pointer beyond all bytes', 'bytes', word(2n ** 255n) + word(0)],
  ['two pointers to one place', 'bytes, bytes', word(64) + word(64) + word(0)],
  ['two values in the other order', 'bytes, bytes', word(96) + word(64) + word(0) + word(0)],
  ['a length that lies', 'bytes', word(32) + word(33) + padded('aa')],
  ['a length of four billion', 'uint256[]', word(32) + word(2 ** 32 - 1)],
  ['a length above any number', 'uint256[]', word(32) + word(2n ** 200n)],
  ['a padding that is not empty', 'bytes', word(32) + word(1) + padded('aa01')],
  ['text that is no UTF-8', 'string', word(32) + word(1) + padded('ff')],
  ['text that starts with a mark of byte order', 'string', word(32) + word(4) + padded('efbbbf41')],
  ['a list with fewer elements than it says', 'uint256[]', word(32) + word(2) + word(1)],
  ['a list with more elements than it says', 'uint256[]', word(32) + word(0) + word(1)],
  ['a fixed list that is cut off', 'uint256[2]', word(1)],
  ['a tuple whose pointer counts from elsewhere', '(bytes a) t', word(32) + word(64) + word(0)],
  ['a list of bytes whose pointers count from elsewhere', 'bytes[]', word(32) + word(1) + word(64) + word(0)],
];

describe('malformed arguments', () => {
  it.each(MALFORMED)('refuses %s', (_what, types, words) => {
    const parameters = (parseAbiParameters(types) as AbiParameter[]).map((each, index) => ({
      name: String(index),
      ...each,
    }));
    expect(decodeLocated(parameters, bytes(words))).toBeNull();
    expect(decodedByViem(parameters, bytes(words))).toBeNull();
  });

  it('does not go through four billion elements that are not there', () => {
    const parameters = parseAbiParameters('uint256[][] lists');
    const lists = word(32) + word(2 ** 32 - 1) + word(32).repeat(1000);
    expect(decodeLocated(parameters, bytes(lists))).toBeNull();
  });

  it('refuses types that it does not know', () => {
    for (const type of ['function', 'uint', 'int', 'fixed128x18', 'bytes0'])
      expect([type, decodeLocated([{ name: 'a', type }], bytes(word(0)))]).toEqual([type, null]);
  });
});

describe('places of located values', () => {
  const value = { value: '0x11223344' as Hex, range: [10, 14] as [number, number] };

  it('are kept for what is made of a value, and counted for a part of it', () => {
    expect(located(value, 5n)).toEqual({ value: 5n, range: [10, 14] });
    expect(sliceOf(value, 1)).toEqual({ value: '0x223344', range: [11, 14] });
    expect(sliceOf(value, 1, 3)).toEqual({ value: '0x2233', range: [11, 13] });
    expect(bytesIn(value.value)).toBe(4);
  });

  it('go back to the start of the word for an address', () => {
    const found = decodeLocated([{ name: 'who', type: 'address' }], bytes(word(5)), 100);
    expect(found).toEqual({ who: { value: expect.stringMatching(/5$/) as string, range: [112, 132] } });
    expect(wordOf(found?.['who'] as Located<Hex>)).toEqual([100, 132]);
  });
});
