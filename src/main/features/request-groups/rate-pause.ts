import type { Clock } from '../../platform/clock.ts';

/** The first pause after the service said that it is too much, and the longest one. */
const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;
/** After so many pauses in a row with nothing taken in between, waiting longer is for a person to decide. */
const PAUSES = 20;

/** Holds several workers back together while the service takes no more. */
interface RatePause {
  /** Resolves when the next request may go. */
  wait(): Promise<void>;
  /** The service refused for its limit. @returns whether it is worth waiting */
  refused(): boolean;
  /** The service took a request. */
  taken(): void;
  /** Lets everybody go at once. */
  end(): void;
}

export function createRatePause(clock: Clock): RatePause {
  let untilMs = 0;
  let nextMs = FIRST_MS;
  let pauses = 0;
  let ended = false;
  const waking = new Set<() => void>();
  return {
    wait: async () => {
      while (!ended && clock.now() < untilMs)
        await new Promise<void>((resolve) => {
          const cancel = clock.after(untilMs - clock.now(), done);
          waking.add(done);
          function done(): void {
            cancel();
            waking.delete(done);
            resolve();
          }
        });
    },
    refused: () => {
      // Others of the same moment were refused before: one pause for all of them.
      if (clock.now() < untilMs) return true;
      pauses += 1;
      if (pauses > PAUSES) return false;
      untilMs = clock.now() + nextMs;
      nextMs = Math.min(nextMs * 2, LONGEST_MS);
      return true;
    },
    taken: () => {
      pauses = 0;
      nextMs = FIRST_MS;
    },
    end: () => {
      ended = true;
      for (const wake of [...waking]) wake();
    },
  };
}
