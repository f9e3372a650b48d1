import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ActivityRow } from '#preload/contract/activities.ts';
import { mergeRows } from '#renderer/features/activities/activities-store.ts';
import { activityRows } from '../../fake-data.ts';

const [template] = activityRows;
/** Rows by number, newest first: the highest number is the newest. */
const rows = (...numbers: number[]): ActivityRow[] =>
  numbers.flatMap((number) => (template ? [{ ...template, id: String(number) }] : []));
const ids = (list: readonly ActivityRow[]): string => list.map((row) => row.id).join(' ');
const down = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => from - index);

describe('mergeRows', () => {
  it('puts new rows on top and keeps older ones', () => {
    expect(ids(mergeRows(rows(5, 4, 3, 2, 1), rows(6, 5, 4), true))).toBe('6 5 4 3 2 1');
  });

  it('takes the fresh state of a row that it has', () => {
    const fresh = rows(5, 4, 3).map((row) => ({ ...row, status: 'ACTIVITY_STATUS_FAILED' }));
    expect(mergeRows(rows(5, 4, 3, 2), fresh, true).map((row) => row.status)).toEqual([
      'ACTIVITY_STATUS_FAILED',
      'ACTIVITY_STATUS_FAILED',
      'ACTIVITY_STATUS_FAILED',
      template?.status,
    ]);
  });

  it('drops what no longer fits the filter', () => {
    expect(ids(mergeRows(rows(5, 4, 3, 2, 1), rows(5, 3, 2), true))).toBe('5 3 2 1');
  });

  it('leaves no hole when more came in than one page', () => {
    expect(ids(mergeRows(rows(5, 4, 3), rows(20, 19, 18), true))).toBe('20 19 18');
  });

  it('is all there is when nothing is below the page', () => {
    expect(ids(mergeRows(rows(5, 4, 3), rows(5), false))).toBe('5');
    expect(ids(mergeRows(rows(5), [], false))).toBe('');
  });

  it('gives each row once, newest first, whatever came in', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.nat(60),
        fc.integer({ min: 1, max: 20 }),
        (had, added, limit) => {
          const all = had + added;
          const merged = mergeRows(
            rows(...down(had, had)),
            rows(...down(all, Math.min(limit, all))),
            limit < all,
          );
          const numbers = merged.map((row) => Number(row.id));
          expect(numbers).toEqual(down(all, numbers.length));
        },
      ),
    );
  });
});
