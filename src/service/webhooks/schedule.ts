const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 10 * 60 * 1000;
const GIVE_UP_AFTER_MS = 24 * 60 * 60 * 1000;

/** When a delivery that begins at `now` is given up. */
export const deadlineOf = (now: number): number => now + GIVE_UP_AFTER_MS;

/**
 * How long to wait after an attempt failed: twice as long each time, up to ten minutes, of which a random half is left
 * out, so that endpoints that fail together do not come back together.
 * @param attempts how many have failed, 1 or more
 * @param random from 0 to below 1
 */
export function waitAfter(attempts: number, random: number): number {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** Math.min(attempts - 1, 20), LONGEST_WAIT_MS);
  return Math.round(wait / 2 + (wait / 2) * random);
}
