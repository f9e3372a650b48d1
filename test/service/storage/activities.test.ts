import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderedIds } from '#service/storage/activity-order.ts';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('ids are of version 7 and grow, whatever the clock does', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2 ** 47 }), { minLength: 2, maxLength: 50 }), (times) => {
      let index = 0;
      const next = orderedIds(() => times[Math.min(index, times.length - 1)] ?? 0);
      const ids = times.map((_, at) => {
        index = at;
        return next();
      });
      for (const id of ids) expect(id).toMatch(UUID_V7);
      expect([...ids].sort()).toEqual(ids);
      expect(new Set(ids).size).toBe(ids.length);
    }),
  );
});

test('more ids than one millisecond holds still grow', () => {
  const next = orderedIds(() => 1_700_000_000_000);
  const ids = Array.from({ length: 10_000 }, next);
  expect([...ids].sort()).toEqual(ids);
});

test('ids carry the time they were made at', () => {
  const id = orderedIds(() => 0x0123456789ab)();
  expect(id.slice(0, 13)).toBe('01234567-89ab');
});

test('after a restart with the clock set back, ids go on from the newest', () => {
  const newest = orderedIds(() => 2_000_000_000_000)();
  const next = orderedIds(() => 1_000_000_000_000, newest);
  expect(next() > newest).toBe(true);
});
