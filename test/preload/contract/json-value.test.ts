import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonValue } from '#preload/contract/json-value.ts';

class Made {
  readonly name = 'made';
}

describe('any JSON', () => {
  it('is what JSON can write, and comes out as it went in', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(jsonValue.parse(value)).toBe(value);
      }),
    );
  });

  it('is what the library’s own schema takes', () => {
    const own = z.json();
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withSparseArray: true }), (value) => {
        expect(jsonValue.safeParse(value).success).toBe(own.safeParse(value).success);
      }),
    );
  });

  it.each([
    ['nothing', undefined],
    ['no number', Number.NaN],
    ['a number without end', Number.POSITIVE_INFINITY],
    ['a large integer', 1n],
    ['a function', () => 1],
    ['an instance of a class', new Made()],
    ['a date', new Date(0)],
    ['bytes', new Uint8Array(2)],
    ['a map', new Map()],
    ['a member without a value', { a: { b: [undefined] } }],
    ['a list with a hole', new Array(2)],
  ])('attack: refuses %s at any depth', (_what, value) => {
    expect(jsonValue.safeParse(value).success).toBe(false);
    expect(jsonValue.safeParse({ list: [1, { deep: value }] }).success).toBe(false);
  });
});
