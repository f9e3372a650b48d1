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

/** Runs tasks one after the other; a task that is asked for while it waits to run is run once. */
export interface CoalescingQueue {
  /** Resolves when a run that began after this call is done. */
  run(): Promise<void>;
  /** Resolves when nothing runs any more. */
  idle(): Promise<void>;
}

/** @param onFault gets what a run threw; the others go on */
export function createCoalescingQueue(
  task: () => Promise<void>,
  onFault: (error: unknown) => void,
): CoalescingQueue {
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  return {
    run: () => {
      next ??= last = last.then(async () => {
        next = null;
        try {
          await task();
        } catch (error) {
          onFault(error);
        }
      });
      return next;
    },
    idle: () => last,
  };
}
