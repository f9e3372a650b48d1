import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables.ts';
import { nextTurn } from '../platform/pacing.ts';

type Work = (transaction: Transaction<Tables>) => Promise<void>;

/** Takes a write; resolves when it is on the disk. */
export type Commit = (work: Work) => Promise<void>;

/**
 * Runs writes that several tasks ask for at the same time in one transaction: the trip to the disk is what takes the
 * time, and one is enough for all of them. Each promise resolves when its write is on the disk; where one write fails,
 * all of that transaction do.
 */
export function groupCommit(database: Kysely<Tables>): Commit {
  let waiting: Work[] = [];
  let next: Promise<void> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const commit = async (): Promise<void> => {
    const group = waiting;
    waiting = [];
    next = null;
    await database.transaction().execute(async (transaction) => {
      for (const work of group) await work(transaction);
    });
  };
  return (work) => {
    waiting.push(work);
    if (next === null) {
      // Behind the group that is being written, and behind everything that is to be answered in this turn: the database
      // holds the thread while it writes, so that answers pile up, and what they ask for goes together.
      next = last.then(nextTurn).then(commit);
      last = next.catch(() => undefined);
    }
    return next;
  };
}
