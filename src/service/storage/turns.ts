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
 * A queue of work that is done piece after piece, outside of any transaction. Others have a turn of the event loop after each piece:
 * requests that all did something in each turn would delay them together.
 */
export class TurnQueue {
  #earlier: Promise<unknown> = Promise.resolve();

  /** Does something once everything before it is done; others have a turn after it. @throws what `act` throws */
  do<T>(act: () => T | Promise<T>): Promise<T> {
    const done = this.#earlier.then(act);
    this.#earlier = done.catch(() => undefined).then(() => setImmediate());
    return done;
  }

  /** Does something with each item of a list, as one of the things that wait for each other. @throws what `act` throws */
  doEach<T>(list: readonly T[], act: (item: T, index: number) => unknown): Promise<undefined> {
    return this.do(() => doWithEach(list, act));
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

/** Those who give a turn between pieces of their work. */
const goingOn = new TurnQueue();

/** Gives others a turn. Those who do so at the same time go on one after the other: together they would make the next one long. */
export const giveTurn = (): Promise<void> => goingOn.do(() => setImmediate());

/** So long others wait, in ms. */
const TURN_MS = 10;

/** Has others have a turn when work has taken its time. */
export class Pace {
  #began = performance.now();

  /** Gives one if the last was long enough ago. */
  async giveWhenDue(): Promise<void> {
    if (performance.now() - this.#began < TURN_MS) return;
    await giveTurn();
    this.restart();
  }

  /** To be called when others have had a turn otherwise. */
  restart(): void {
    this.#began = performance.now();
  }
}
