import { setImmediate } from 'node:timers/promises';
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

/**
 * A queue of lists that are gone through one after the other, outside of any transaction; others have a turn of the event loop after
 * each item. Requests that all did something in each turn would hold others up together.
 */
export class TurnQueue {
  #earlier: Promise<unknown> = Promise.resolve();

  /** Does something with each item of a list, once the lists before it are through. @throws what `act` throws */
  doEach<T>(list: readonly T[], act: (item: T, index: number) => unknown): Promise<undefined> {
    const done = this.#earlier.then(() => doWithEach(list, act));
    this.#earlier = done.catch(() => undefined);
    return done;
  }
}

async function doWithEach<T>(
  list: readonly T[],
  act: (item: T, index: number) => unknown,
): Promise<undefined> {
  for (const [index, item] of list.entries()) {
    await act(item, index);
    await setImmediate();
  }
}

/** What is looked at before a transaction that has no time for it. */
export const lookingAhead = new TurnQueue();
