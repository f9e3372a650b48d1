import { FRESHNESS } from '#protocol/activity.ts';

/** So far ahead of the clock times are given; the service takes a minute more where its own clock is behind. */
const AHEAD_MS = FRESHNESS.futureMs - 60_000;
/** The service refuses older times, even if the clock was set in between. */
const KEPT_MS = 2 * FRESHNESS.pastMs;

/** Milliseconds that requests were given, the last of them left out. */
interface Range {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Gives each request of a set a millisecond that no other one was given: requests that are alike would share a fingerprint, and
 * only one of them would be carried out.
 */
export class StampTimes {
  #given: Range[] = [];

  /**
   * @param nowMs milliseconds since the epoch
   * @returns the first of so many milliseconds, which lie before `nowMs` where none of those is taken, else as little ahead as can be, or behind
   */
  take(nowMs: number, count: number): number {
    const near = this.#given.filter(({ toMs, fromMs }) => toMs > nowMs - KEPT_MS && fromMs < nowMs + KEPT_MS);
    const firstFree = (fromMs: number, beside: (range: Range) => number): number => {
      const inTheWay = near.find((range) => range.fromMs < fromMs + count && fromMs < range.toMs);
      return inTheWay === undefined ? fromMs : firstFree(beside(inTheWay), beside);
    };
    const ahead = firstFree(nowMs - count, ({ toMs }) => toMs);
    const isFresh = ahead + count <= nowMs + AHEAD_MS;
    const fromMs = isFresh ? ahead : firstFree(nowMs - count, (range) => range.fromMs - count);
    this.#given = [...near, { fromMs, toMs: fromMs + count }];
    return fromMs;
  }
}
