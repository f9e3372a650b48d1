import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';

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
    await setImmediate();
    began = performance.now();
    return true;
  };
}
