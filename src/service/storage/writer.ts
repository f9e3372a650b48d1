import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Store } from './store.ts';

interface Job {
  readonly work: (store: Store) => Promise<() => void>;
  readonly reject: (reason: unknown) => void;
}

const LARGEST_GROUP = 64;

/**
 * Group commit: units of work that wait at the same time share one transaction, so that they share its flush to the
 * disk. Each has a savepoint of its own, and is told that it is done only once the transaction is on the disk.
 */
export class Writer {
  readonly #store: Store;
  readonly #waiting: Job[] = [];
  #draining: Promise<void> | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * Runs `work` alone on the database: all of it is kept, or, when it throws, none.
   * @returns what `work` returns, once it is durable
   */
  write<T>(work: (store: Store) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ reject, work: (store) => attempt(store, work, resolve, reject) });
      this.#draining ??= this.#drain();
    });
  }

  /** Resolves when everything that was asked for is done. */
  async settled(): Promise<void> {
    while (this.#draining !== undefined) await this.#draining;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      // One turn of the event loop: requests that have arrived by now join the group.
      await setImmediate();
      await this.#commit(this.#waiting.splice(0, LARGEST_GROUP));
    }
    this.#draining = undefined;
  }

  async #commit(group: readonly Job[]): Promise<void> {
    try {
      const outcomes = await this.#store.transaction().execute(async (transaction) => {
        const settle: (() => void)[] = [];
        for (const job of group) settle.push(await job.work(transaction));
        return settle;
      });
      for (const settle of outcomes) settle();
    } catch (error) {
      for (const job of group) job.reject(error);
    }
  }
}

/** Runs one unit of work inside its savepoint; gives back how to tell its caller, once the group is committed. */
async function attempt<T>(
  store: Store,
  work: (store: Store) => Promise<T>,
  resolve: (value: T) => void,
  reject: (reason: unknown) => void,
): Promise<() => void> {
  await sql`SAVEPOINT unit`.execute(store);
  try {
    const value = await work(store);
    await sql`RELEASE unit`.execute(store);
    return () => resolve(value);
  } catch (error) {
    await sql`ROLLBACK TO unit`.execute(store);
    await sql`RELEASE unit`.execute(store);
    return () => reject(error);
  }
}
