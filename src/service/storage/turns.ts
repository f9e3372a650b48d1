import type { Store } from './store.ts';

/** Turns of the event loop that something long gives to others meanwhile. */
export interface Turns {
  readonly give: () => Promise<void>;
  /** Whether it has given any. */
  readonly isLong: boolean;
}

/** Where something long is read, and how others have turns. */
export interface InTurns {
  readonly store: Store;
  readonly turns: Turns;
}
