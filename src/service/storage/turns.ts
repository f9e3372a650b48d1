import type { Store } from './store.ts';

/** Turns of the event loop that something long gives to others meanwhile. */
export interface Turns {
  /** Gives one, as something long does. */
  readonly give: () => Promise<void>;
  /** Gives one where the last one is long enough ago; something short stays short. */
  readonly giveWhenDue: () => Promise<void>;
  /** Whether it is something long. */
  readonly isLong: boolean;
}

/** Where something long is read, and how others have turns. */
export interface InTurns {
  readonly store: Store;
  readonly turns: Turns;
}
