import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deadlineOf, waitAfter } from '#service/webhooks/delivery-store.ts';

test('the wait doubles from a second to ten minutes', () => {
  const longest = [1, 2, 3, 4, 10, 11, 12, 2000].map((attempts) => waitAfter(attempts, 1));
  expect(longest).toEqual([1000, 2000, 4000, 8000, 512_000, 600_000, 600_000, 600_000]);
});

test('jitter takes off up to a half', () => {
  expect([waitAfter(4, 0), waitAfter(4, 0.5)]).toEqual([4000, 6000]);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (n, random) => {
        const wait = waitAfter(n, random);
        expect(wait).toBeGreaterThanOrEqual(waitAfter(n, 0));
        expect(wait).toBeLessThanOrEqual(waitAfter(n, 1));
      },
    ),
  );
});

test('a delivery is given up after a day', () => {
  expect(deadlineOf(5)).toBe(86_400_005);
});
