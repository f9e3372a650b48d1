import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  overdueMs,
  remainingMs,
  ringDashes,
  secondsToShow,
  startCountdown,
} from '#renderer/approval/countdown.ts';

const RADIUS = 18;
const WHOLE = (2 * Math.PI * RADIUS).toFixed(2);

describe('the countdown', () => {
  it('takes both wall times from the privileged side, whatever this page believes the time is', () => {
    const countdown = startCountdown(1_700_000_060_000, 1_700_000_000_000, 5_000);
    expect(remainingMs(countdown, 5_000)).toBe(60_000);
    expect(remainingMs(countdown, 35_000)).toBe(30_000);
  });

  it('is over at its end and stays over', () => {
    const countdown = startCountdown(60_000, 0, 0);
    expect(remainingMs(countdown, 60_000)).toBe(0);
    expect(remainingMs(countdown, 999_999)).toBe(0);
  });

  it('is over at once when it arrives too late', () => {
    expect(remainingMs(startCountdown(1_000, 2_000, 0), 0)).toBe(0);
  });

  it('says how long ago it ended', () => {
    const countdown = startCountdown(60_000, 0, 1_000);
    expect(overdueMs(countdown, 61_000)).toBe(0);
    expect(overdueMs(countdown, 62_500)).toBe(1_500);
  });

  it('never grows and never leaves its bounds', () => {
    fc.assert(
      fc.property(
        fc.nat(120_000),
        fc.nat(1_000_000),
        fc.nat(200_000),
        fc.nat(200_000),
        (length, now, first, more) => {
          const countdown = startCountdown(now + length, now, 0);
          const before = remainingMs(countdown, first);
          const after = remainingMs(countdown, first + more);
          expect(after).toBeLessThanOrEqual(before);
          expect(after).toBeGreaterThanOrEqual(0);
          expect(before).toBeLessThanOrEqual(length);
        },
      ),
    );
  });
});

describe('secondsToShow', () => {
  it('shows 0 only when nothing is left', () => {
    expect(secondsToShow(60_000)).toBe(60);
    expect(secondsToShow(1)).toBe(1);
    expect(secondsToShow(0)).toBe(0);
  });
});

describe('ringDashes', () => {
  it('draws the whole ring, half of it, and none', () => {
    expect(ringDashes(60_000, 60_000, RADIUS)).toBe(`${WHOLE} ${WHOLE}`);
    expect(ringDashes(30_000, 60_000, RADIUS)).toBe(`${(Math.PI * RADIUS).toFixed(2)} ${WHOLE}`);
    expect(ringDashes(0, 60_000, RADIUS)).toBe(`0.00 ${WHOLE}`);
  });

  it('draws none of a countdown that had no time', () => {
    expect(ringDashes(0, 0, RADIUS)).toBe(`0.00 ${WHOLE}`);
  });
});
