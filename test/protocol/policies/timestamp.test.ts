import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTimestamp } from '#protocol/policies/parse-policy.ts';

describe('parseTimestamp', () => {
  it.each([
    ['2026-01-31T09:00:00Z', Date.UTC(2026, 0, 31, 9)],
    ['2026-01-31t09:00:00z', Date.UTC(2026, 0, 31, 9)],
    ['2026-01-31T09:00:00+00:00', Date.UTC(2026, 0, 31, 9)],
    ['2026-01-31T09:00:00-00:00', Date.UTC(2026, 0, 31, 9)],
    ['2024-02-29T00:00:00.5Z', Date.UTC(2024, 1, 29, 0, 0, 0, 500)],
    ['1969-12-31T23:59:59.999Z', -1],
    ['0001-01-01T00:00:00Z', -62135596800000],
  ])('reads %s', (text, milliseconds) => {
    expect(parseTimestamp(text)).toBe(milliseconds);
  });

  it.each([
    '',
    '2026',
    '2026-01-31',
    '2026-01-31T09:00Z',
    '2026-01-31T09:00:00',
    '2026-01-31 09:00:00Z',
    '2026-01-31T09:00:00+01:00',
    '2026-01-31T09:00:00-05:00',
    '2026-01-31T09:00:00.Z',
    '2026-01-31T24:00:00Z',
    '2026-01-31T09:60:00Z',
    '2026-01-31T09:00:60Z',
    '2026-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-10T00:00:00Z',
    ' 2026-01-31T09:00:00Z',
    '+02026-01-31T09:00:00Z',
    '1767225600',
  ])('takes %j for no time', (text) => {
    expect(parseTimestamp(text)).toBeUndefined();
  });

  it('reads every time that is written in the usual form', () => {
    const date = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true });
    fc.assert(
      fc.property(date, (time) => {
        expect(parseTimestamp(time.toISOString())).toBe(time.getTime());
      }),
    );
  });
});
