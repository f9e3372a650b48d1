import { element, svgElement } from './element.ts';
import { TEXT } from './text.ts';

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

const RADIUS = 18;
const SOON_SECONDS = 10;

/** The ring that runs out; `update` takes what is left and what there was, in ms. */
export interface Ring {
  readonly root: HTMLElement;
  update(leftMs: number, totalMs: number): void;
}

/** Builds the ring. It is read out when it appears near its end, not every second. */
export function buildRing(): Ring {
  const circle = { cx: '20', cy: '20', r: String(RADIUS) };
  const left = svgElement('circle', { ...circle, class: 'left' });
  const seconds = element('b', { 'aria-hidden': 'true' });
  const said = element('span', { class: 'said', role: 'status' });
  const root = element(
    'div',
    { class: 'ring', title: TEXT.cancels },
    svgElement(
      'svg',
      { viewBox: '0 0 40 40', 'aria-hidden': 'true' },
      svgElement('circle', { ...circle, class: 'track' }),
      left,
    ),
    seconds,
    said,
  );
  return {
    root,
    update(leftMs, totalMs) {
      const whole = secondsToShow(leftMs);
      const soon = whole <= SOON_SECONDS;
      left.setAttribute('stroke-dasharray', ringDashes(leftMs, totalMs, RADIUS));
      seconds.textContent = String(whole);
      root.classList.toggle('soon', soon);
      if (soon && said.textContent === '') said.textContent = TEXT.cancelsIn(whole);
    },
  };
}
