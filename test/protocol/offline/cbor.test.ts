import { decode as decodeElsewhere, encode as encodeElsewhere } from 'cbor2';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '#protocol/encoding.ts';
import { type CborValue, decodeCanonical, encodeCanonical } from '#protocol/offline/cbor.ts';

/** RFC 8949, Appendix A: those of the formats' kinds. */
const TAKEN: readonly (readonly [hex: string, value: CborValue])[] = [
  ['00', 0],
  ['01', 1],
  ['0a', 10],
  ['17', 23],
  ['1818', 24],
  ['1819', 25],
  ['1864', 100],
  ['1903e8', 1000],
  ['1a000f4240', 1000000],
  ['1b000000e8d4a51000', 1000000000000],
  ['f4', false],
  ['f5', true],
  ['40', new Uint8Array()],
  ['4401020304', Uint8Array.of(1, 2, 3, 4)],
  ['60', ''],
  ['6161', 'a'],
  ['6449455446', 'IETF'],
  ['62225c', '"\\'],
  ['62c3bc', 'ü'],
  ['63e6b0b4', '水'],
  ['64f0908591', '𐅑'],
  ['80', []],
  ['83010203', [1, 2, 3]],
  ['8301820203820405', [1, [2, 3], [4, 5]]],
  [
    '98190102030405060708090a0b0c0d0e0f101112131415161718181819',
    Array.from({ length: 25 }, (_, index) => index + 1),
  ],
  ['a0', {}],
  ['a26161016162820203', { a: 1, b: [2, 3] }],
  ['826161a161626163', ['a', { b: 'c' }]],
  ['a56161614161626142616361436164614461656145', { a: 'A', b: 'B', c: 'C', d: 'D', e: 'E' }],
];

/** RFC 8949, Appendix A: all others, which no file of ours has. */
const REFUSED = [
  ...['1bffffffffffffffff', 'c249010000000000000000', '3bffffffffffffffff', 'c349010000000000000000'],
  ...['20', '29', '3863', '3903e7', 'f90000', 'f98000', 'f93c00', 'fb3ff199999999999a', 'f93e00', 'f97bff'],
  ...['fa47c35000', 'fa7f7fffff', 'fb7e37e43c8800759c', 'f90001', 'f90400', 'f9c400', 'fbc010666666666666'],
  ...['f97c00', 'f97e00', 'f9fc00', 'fa7f800000', 'fa7fc00000', 'faff800000'],
  ...['fb7ff0000000000000', 'fb7ff8000000000000', 'fbfff0000000000000', 'f6', 'f7', 'f0', 'f8ff'],
  ...['c074323031332d30332d32315432303a30343a30305a', 'c11a514b67b0', 'c1fb41d452d9e8200000'],
  ...['d74401020304', 'd818456449455446', 'd82076687474703a2f2f7777772e6578616d706c652e636f6d'],
  ...['a201020304', '5f42010243030405ff', '7f657374726561646d696e67ff', '9fff', '9f018202039f0405ffff'],
  ...['9f01820203820405ff', '83018202039f0405ff', '83019f0203ff820405', 'bf61610161629f0203ffff'],
  ...['826161bf61626163ff', 'bf6346756ef563416d7421ff'],
];

const codeOf = (work: () => unknown): unknown => {
  try {
    work();
    return 'taken';
  } catch (error) {
    return (error as { code?: unknown }).code ?? error;
  }
};
const decodeHex = (hex: string): CborValue => decodeCanonical(fromHex(hex));

const anyValue: fc.Arbitrary<CborValue> = fc.letrec<{ value: CborValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 4 },
    fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
    fc.boolean(),
    fc.string({ unit: 'grapheme' }),
    fc.uint8Array(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      fc.string({ unit: 'grapheme' }).filter((key) => key !== '__proto__'),
      tie('value'),
      {
        maxKeys: 4,
        noNullPrototype: true,
      },
    ),
  ),
})).value;

describe('the deterministic encoding', () => {
  it.each(TAKEN)('RFC 8949, Appendix A: %s is read and written', (hex, value) => {
    expect(decodeHex(hex)).toEqual(value);
    expect(toHex(encodeCanonical(value))).toBe(hex);
  });

  it.each(REFUSED)('RFC 8949, Appendix A: %s is refused, for no file has such a value', (hex) => {
    expect(codeOf(() => decodeHex(hex))).toMatch(/^OFFLINE_FILE_(?:MALFORMED|NOT_CANONICAL)$/);
  });

  it.each([
    ['a length in more bytes than it needs', '1800'],
    ['a text’s length in more bytes', '780161'],
    ['a list’s length in more bytes', '9800'],
    ['keys out of order', 'a2616201616101'],
    ['keys in the older order, by length of the key', 'a262616101616201'],
    ['a key twice', 'a2616101616102'],
    ['a key that is a number', 'a10102'],
    ['a key that is __proto__', `a1695f5f70726f746f5f5f01`],
    ['no UTF-8', '61ff'],
    ['a surrogate half in UTF-8', '63eda080'],
    ['bytes behind the value', '0000'],
    ['nothing', '40ff'],
    ['a list of 2³² entries that are not there', '9affffffff'],
    ['a byte string longer than the file', '5affffffff00'],
    ['nine levels', '818181818181818180'],
    ['reserved additional information', '1c'],
    ['a break alone', 'ff'],
  ])('canonicalization twin: %s is refused', (_what, hex) => {
    expect(codeOf(() => decodeHex(hex))).toMatch(/^OFFLINE_FILE_(?:MALFORMED|NOT_CANONICAL)$/);
  });

  it('refuses a list of more items than any file has before it is built', () => {
    const many = new Uint8Array(5 + 30_000);
    many.set(fromHex('9a00007530'));
    expect(codeOf(() => decodeCanonical(many))).toBe('OFFLINE_FILE_MALFORMED');
  });

  it('writes what another library reads as the same, and the same bytes as that library', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        const bytes = encodeCanonical(value);
        expect(decodeCanonical(bytes)).toEqual(value);
        expect(decodeElsewhere(bytes)).toEqual(value);
        expect(toHex(encodeElsewhere(value, { cde: true }))).toBe(toHex(bytes));
      }),
    );
  });

  it('takes no bytes that it would not write itself', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        let value: CborValue;
        try {
          value = decodeCanonical(bytes);
        } catch (error) {
          expect(codeOf(() => decodeCanonical(bytes))).toMatch(/^OFFLINE_FILE_/);
          expect(error).toBeInstanceOf(Error);
          return;
        }
        expect(toHex(encodeCanonical(value))).toBe(toHex(bytes));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['half a character', '\ud800'],
    ['a fraction', 0.5],
    ['a number below 0', -1],
    ['-0', -0],
    ['past 2⁵³', 2 ** 53],
  ])('refuses to write %s', (_what, value) => {
    expect(codeOf(() => encodeCanonical([value]))).toBe('OFFLINE_FILE_MALFORMED');
  });
});
