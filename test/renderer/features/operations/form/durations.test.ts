import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  UNITS,
  type Unit,
  durationUnitOf,
  inUnit,
  toSeconds,
} from '#renderer/features/operations/form/durations.ts';

test('seconds come back from the unit that they are shown in', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 315_360_000 }), (seconds) => {
      const text = String(seconds);
      const unit = durationUnitOf(text);
      expect(toSeconds(inUnit(text, unit), unit)).toBe(text);
      expect(inUnit(text, unit)).toMatch(/^\d+$/);
    }),
  );
});

test('a count of a unit is seconds, and what is no count stays for the schema to refuse', () => {
  expect(toSeconds('2', 'hours')).toBe('7200');
  expect(toSeconds('1.5', 'minutes')).toBe('90');
  for (const unit of Object.keys(UNITS) as Unit[]) {
    expect(['', '1.', '-1', 'soon', '1e3'].map((count) => toSeconds(count, unit))).toEqual([
      '',
      '1.',
      '-1',
      'soon',
      '1e3',
    ]);
  }
});
