import { formatUnits as ethersFormat } from 'ethers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDuration, formatTime, formatUnits, parseTime } from '#chains/model/amounts.ts';

describe('lengths of time', () => {
  it.each([
    [86_400n, '1 day'],
    [172_800n, '2 days'],
    [9000n, '2 hours 30 minutes'],
    [90_061n, '1 day 1 hour 1 minute 1 second'],
    [0n, '0 seconds'],
  ])('%s seconds are %s', (seconds, words) => {
    expect(formatDuration(seconds)).toBe(words);
  });
});

describe('amounts', () => {
  it('writes every amount exactly, as ethers does apart from grouping and zeros at the end', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 256n - 1n), fc.integer({ min: 0, max: 30 }), (atoms, decimals) => {
        const plain = formatUnits(atoms, decimals).replaceAll(',', '');
        expect(plain).toBe(ethersFormat(atoms, decimals).replace(/\.0$/, ''));
      }),
    );
  });

  it.each([
    [1_000_000_000n, 6, 6, '1,000.000000'],
    [1_000_000_000n, 6, 2, '1,000.00'],
    [1n, 6, 2, '0.000001'],
    [1_234_567n, 0, 2, '1,234,567'],
    [0n, 18, 0, '0'],
    [-1_500_000_000_000_000_000n, 18, 0, '-1.5'],
    [-1_234_500_000n, 6, 2, '-1,234.50'],
    [-1n, 6, 2, '-0.000001'],
    [-7n, 0, 0, '-7'],
  ])('writes %s with %s decimals and at least %s of them as %s', (atoms, decimals, shown, text) => {
    expect(formatUnits(atoms, decimals, shown)).toBe(text);
  });

  it('writes times in UTC, and never for those that no calendar has', () => {
    expect(formatTime(1_800_000_000n)).toBe('2027-01-15 08:00:00 UTC');
    expect(formatTime(2n ** 256n - 1n)).toBe('never');
    expect(formatTime(-1n)).toBe('1969-12-31 23:59:59 UTC');
    expect(formatTime(-62_135_596_800n)).toBe('0001-01-01 00:00:00 UTC');
    for (const seconds of [-62_135_596_801n, -99_999_999_999_999n, -(2n ** 255n)])
      expect(formatTime(seconds)).toBe('before the year 1');
  });
});

describe('parseTime', () => {
  it('reads what formatTime writes, and nothing else', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 253_402_300_799n }), (seconds) => {
        expect(parseTime(formatTime(seconds))).toBe(Number(seconds) * 1000);
      }),
    );
    expect(['never', 'at once', '2026-11-22', ''].map(parseTime)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
