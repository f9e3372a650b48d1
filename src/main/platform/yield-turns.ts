import { performance } from 'node:perf_hooks';

/**
 * Settles in a later turn. By the global `setImmediate`: Electron has that one wake Node's loop, which sleeps while the window has
 * nothing to do. Those of `node:timers/promises` don't, and what waits for them may wait until something else wakes it.
 */
export const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** So long work may go on without a pause, in ms: the windows are answered by the same thread. */
const STRETCH_MS = 12;

/**
 * Gives a function to call between pieces of long work: it lets others have their turn, when it is time.
 * @returns what tells whether they had it
 */
export function createYield(): () => Promise<boolean> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < STRETCH_MS) return false;
    await nextTurn();
    began = performance.now();
    return true;
  };
}
