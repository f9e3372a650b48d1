import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StampTimes } from '#main/features/request-groups/stamp-times.ts';
import { FRESHNESS } from '#protocol/activity.ts';

const NOW = Date.UTC(2026, 10, 30);

describe('the times of requests', () => {
  it('lie before the clock, each its own', () => {
    expect(new StampTimes().take(NOW, 50_000)).toBe(NOW - 50_000);
  });

  it('go ahead of the clock, and then behind, where those before it are taken', () => {
    const times = new StampTimes();
    const taken = Array.from({ length: 8 }, () => times.take(NOW, 60_000) - NOW);
    expect(taken.map((ms) => ms / 60_000)).toEqual([-1, 0, 1, 2, 3, -2, -3, -4]);
  });

  it('attack: two sets share a time, which only one of two like requests would be carried out for (property)', () => {
    const step = fc.record({
      // The clock may be set by an hour either way.
      passMs: fc.integer({ min: -FRESHNESS.pastMs, max: FRESHNESS.pastMs }),
      count: fc.integer({ min: 0, max: 50_000 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const times = new StampTimes();
        const given: { fromMs: number; toMs: number; nowMs: number }[] = [];
        let nowMs = NOW;
        for (const { passMs, count } of steps) {
          nowMs += passMs;
          const fromMs = times.take(nowMs, count);
          const range = { fromMs, toMs: fromMs + count, nowMs };
          const fresh = given.filter((other) => Math.abs(other.nowMs - nowMs) < FRESHNESS.pastMs);
          const shared = fresh.filter((other) => other.fromMs < range.toMs && range.fromMs < other.toMs);
          expect(count === 0 ? [] : shared).toEqual([]);
          expect(range.toMs).toBeLessThan(nowMs + FRESHNESS.futureMs);
          given.push(range);
        }
      }),
    );
  });
});
