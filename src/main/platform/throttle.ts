import type { Clock } from './clock.ts';

/**
 * A function that is called at once, and then no more often than every `ms`: what comes in between is one call at the
 * end of that time, so that the last one is never lost.
 */
export function throttle(clock: Clock, ms: number, fn: () => void): () => void {
  let nextMs = 0;
  let isWaiting = false;
  const call = (): void => {
    isWaiting = false;
    nextMs = clock.now() + ms;
    fn();
  };
  return () => {
    if (isWaiting) return;
    if (clock.now() >= nextMs) call();
    else {
      isWaiting = true;
      clock.after(nextMs - clock.now(), call);
    }
  };
}
