import { setImmediate } from 'node:timers/promises';
import { Pace, type Turns } from '../storage/turns.ts';
import type { RequestPacer } from './request-pacer.ts';
import { UserTurns } from './user-turns.ts';

/** So many turns a long answer waits in all for connections that arrive: one is accepted in each. */
const MOST_ARRIVING = 128;
/** More questions than an organization's members ask about all that they have. */
const MOST_EXPECTED = 10_000;
/** What is longer names many things, and isn't kept in memory. */
const LONGEST_EXPECTED = 1_000;

/** Whoever asked has hung up. */
export class HungUp extends Error {
  override readonly name = 'HungUp';
}

/** @throws HungUp when the client has disconnected */
export function requireThere({ destroyed }: { readonly destroyed: boolean }): void {
  if (destroyed) throw new HungUp('It has hung up.');
}

/** Who asks for an answer that may turn out long. */
export interface Asker {
  readonly userId: string;
  /** To be asked once its turn has come. @throws what refuses it by then */
  readonly admit: () => Promise<void> | void;
}

/**
 * Makes long answers one after the other, users by turns: each holds what it has read until it is written, so that many at once
 * would take the memory of all of them.
 */
export class LongAnswers {
  readonly #pacer: Pick<RequestPacer, 'isPacing'>;
  readonly #users = new UserTurns();
  /** Questions whose last answer was large. */
  readonly #large = new Set<string>();

  constructor(pacer: Pick<RequestPacer, 'isPacing'>) {
    this.#pacer = pacer;
  }

  /**
   * Makes an answer, which is a long one from the first turn on that it gives to others.
   * @throws what `make` throws, and what `admit` throws in a turn
   */
  async make<T>({ userId, admit }: Asker, make: (turns: Turns) => Promise<T>): Promise<T> {
    const pace = new Pace();
    let arriving = 0;
    const turns = {
      isLong: false,
      giveWhenDue: () => pace.giveWhenDue(),
      give: async (): Promise<void> => {
        if (!turns.isLong) {
          await this.#users.take(userId);
          turns.isLong = true;
          await admit();
        }
        await setImmediate();
        for (; arriving < MOST_ARRIVING && this.#pacer.isPacing; arriving += 1) await setImmediate();
        pace.restart();
      },
    };
    try {
      return await make(turns);
    } finally {
      if (turns.isLong) this.#users.leave();
    }
  }

  /** Does something large in a turn of its own, and lets its answer have another. @throws what `act` throws, and what `admit` throws in a turn */
  makeLong<T>(asker: Asker, act: () => Promise<T>): Promise<T> {
    return this.make(asker, async (turns) => {
      await turns.give();
      const done = await act();
      await turns.give();
      return done;
    });
  }

  /** Whether a question's answer was large the last time; then it waits for its turn before it is read. */
  isExpected(question: string): boolean {
    return this.#large.has(question);
  }

  /** Has it known whether a question's answer is large. */
  expect(question: string, isLarge: boolean): void {
    if (!isLarge) this.#large.delete(question);
    else if (question.length > LONGEST_EXPECTED) return;
    else if (this.#large.size < MOST_EXPECTED) this.#large.add(question);
    else this.#large.clear();
  }
}
