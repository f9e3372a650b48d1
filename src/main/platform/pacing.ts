import { performance } from 'node:perf_hooks';
import type { Clock } from './clock.ts';

/**
 * A function that is called at once, and then no more often than every `ms`: what comes in between is one call at the
 * end of that time, so that the last one is never lost.
 */
export function throttle(clock: Clock, ms: number, fn: () => void): () => void {
  let isResting = false;
  let isAsked = false;
  // By a timer and not by the time of day, which may be set back by an hour.
  const call = (): void => {
    isResting = true;
    isAsked = false;
    clock.after(ms, () => {
      isResting = false;
      if (isAsked) call();
    });
    fn();
  };
  return () => {
    if (isResting) isAsked = true;
    else call();
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

/**
 * Settles in a later turn. By the global `setImmediate`: Electron has that one wake Node's loop, which sleeps while the window has
 * nothing to do. Those of `node:timers/promises` don't, and what waits for them may wait until something else wakes it.
 */
export const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** So long work may go on without a pause, in ms: the windows are answered by the same thread. */
const STRETCH_MS = 12;

/** Lets others have their turn, when it is time, and tells whether they had it. */
export type YieldToEventLoop = () => Promise<boolean>;

/** Gives a function to call between pieces of long work. */
export function createYield(): YieldToEventLoop {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < STRETCH_MS) return false;
    await nextTurn();
    began = performance.now();
    return true;
  };
}
