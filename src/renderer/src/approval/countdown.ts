/** A countdown that began when a view arrived; times in ms, `receivedAtMs` on this page's monotonic clock. */
export interface Countdown {
  readonly totalMs: number;
  readonly receivedAtMs: number;
}

/**
 * Starts a countdown. Both wall times come from the privileged side, so that this page's clock does not matter.
 * @param deniesAtMs when it denies by itself, ms since the epoch
 * @param nowMs the privileged side's time when it sent the view
 * @param receivedAtMs this page's monotonic time when the view arrived
 */
export const startCountdown = (deniesAtMs: number, nowMs: number, receivedAtMs: number): Countdown => ({
  totalMs: Math.max(0, deniesAtMs - nowMs),
  receivedAtMs,
});

/** What is left of a countdown, in ms, never below zero. */
export const remainingMs = (countdown: Countdown, atMs: number): number =>
  Math.min(countdown.totalMs, Math.max(0, countdown.totalMs - (atMs - countdown.receivedAtMs)));

/** How long ago a countdown ended, in ms; zero while it runs. */
export const overdueMs = (countdown: Countdown, atMs: number): number =>
  Math.max(0, atMs - countdown.receivedAtMs - countdown.totalMs);

/** Whole seconds to show: 1 until the last millisecond is gone, so that 0 means over. */
export const secondsToShow = (leftMs: number): number => Math.ceil(leftMs / 1000);

/**
 * The dash pattern of a ring's arc.
 * @param leftMs what is left
 * @param totalMs what there was; a ring of nothing is empty
 * @param radius the ring's radius, in user units
 * @returns a value for `stroke-dasharray`: the arc that is left, and a gap of the whole ring
 */
export function ringDashes(leftMs: number, totalMs: number, radius: number): string {
  const whole = 2 * Math.PI * radius;
  const share = totalMs > 0 ? Math.min(1, Math.max(0, leftMs / totalMs)) : 0;
  return `${(whole * share).toFixed(2)} ${whole.toFixed(2)}`;
}
