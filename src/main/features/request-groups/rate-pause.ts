import type { Clock } from '../../platform/clock.ts';

/** The first pause after the service said that it is too much, and the longest one. */
const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;
/** Who asks to be left alone for longer has a person decide, too. */
const LONGEST_ASKED_MS = 10 * 60_000;
/** After so many pauses in a row with nothing taken in between, waiting longer is for a person to decide. */
const PAUSES = 20;

/** Holds several workers back together while the service takes no more. */
interface RatePause {
  /** Resolves when the next request may go. */
  wait(): Promise<void>;
  /**
   * The service refused for its limit.
   * @param askedMs for how long it asked to be left alone, in ms
   * @returns whether it is worth waiting
   */
  refused(askedMs: number): boolean;
  /** The service took a request. */
  taken(): void;
  /** Lets everybody go at once. */
  end(): void;
}

export function createRatePause(clock: Clock): RatePause {
  // Ended by a timer and not by the time of day, which may be set back by an hour.
  let isPause = false;
  let nextMs = FIRST_MS;
  let pauses = 0;
  let ended = false;
  const waking = new Set<() => void>();
  const wake = (): void => {
    for (const go of waking) go();
    waking.clear();
  };
  return {
    wait: async () => {
      while (!ended && isPause) await new Promise<void>((resolve) => void waking.add(resolve));
    },
    refused: (askedMs) => {
      if (askedMs > LONGEST_ASKED_MS) return false;
      // Others of the same moment were refused before: one pause for all of them.
      if (isPause) return true;
      pauses += 1;
      if (pauses > PAUSES) return false;
      isPause = true;
      clock.after(Math.max(nextMs, askedMs), () => {
        isPause = false;
        wake();
      });
      nextMs = Math.min(nextMs * 2, LONGEST_MS);
      return true;
    },
    taken: () => {
      pauses = 0;
      nextMs = FIRST_MS;
    },
    end: () => {
      ended = true;
      wake();
    },
  };
}
