import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupByEight } from '#preload/approval-card/card-values.ts';

describe('groupByEight', () => {
  it('keeps 0x with the first eight digits of an address', () => {
    expect(groupByEight('0x5e2f9B0C41D7b9a9C2F4d3E1b8A6F7c0d9E8b7a6')).toEqual([
      '0x5e2f9B0C',
      '41D7b9a9',
      'C2F4d3E1',
      'b8A6F7c0',
      'd9E8b7a6',
    ]);
  });

  it('lets the last group be short, and makes none of nothing', () => {
    expect(groupByEight('aabbccdd11')).toEqual(['aabbccdd', '11']);
    expect(groupByEight('')).toEqual([]);
  });

  it('never loses or adds a character', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const groups = groupByEight(text);
        expect(groups.join('')).toBe(text);
        expect(groups.every((group) => group.length > 0)).toBe(true);
      }),
    );
  });
});
