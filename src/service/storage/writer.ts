import { setImmediate } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import { endKeptTransaction } from './kept-rows.ts';
import type { Store } from './store.ts';

/** The whole transaction has ended under its parts, as it does on a full disk: none of them can go on. */
class TransactionEnded extends Error {
  override readonly name = 'TransactionEnded';
}

// Compiled once: most requests run them.
const SAVEPOINT = CompiledQuery.raw('SAVEPOINT part');
const RELEASE = CompiledQuery.raw('RELEASE part');
const ROLLBACK = CompiledQuery.raw('ROLLBACK TO part');

/**
 * Runs `work` inside a transaction so that it can fail alone: when it throws, what it wrote is undone and the rest of the
 * transaction goes on.
 * @throws whatever `work` throws
 */
export async function inSavepoint<T>(store: Store, work: () => Promise<T>): Promise<T> {
  await store.executeQuery(SAVEPOINT);
  try {
    const value = await work();
    await store.executeQuery(RELEASE);
    return value;
  } catch (error) {
    if (error instanceof TransactionEnded) throw error;
    try {
      await store.executeQuery(ROLLBACK);
      await store.executeQuery(RELEASE);
    } catch {
      throw new TransactionEnded('The transaction has ended.', { cause: error });
    }
    throw error;
  }
}

/** What a unit of work is about, for a database that others write to at the same time; SQLite has one writer, and asks not. */
export interface WriteScope {
  readonly organizationId: string;
  /** `adds`: it changes and takes away no row, and adds what others don't depend on. */
  readonly effect: 'adds' | 'decides';
}

/** Who carries out units of work, each whole or not at all, and as if it were alone. */
export interface Writer {
  /**
   * Runs `work` as if it were alone on what its scope names, the whole service where none is given: all of it is kept, or,
   * when it throws, none. It may be run more than once; what it did before is undone then.
   * @returns what `work` returns, once it is durable
   */
  write<T>(work: (store: Store) => Promise<T>, scope?: WriteScope): Promise<T>;
  /** Calls `listener` each time that something has been written; of what adds alone, where it has news for somebody. */
  onCommit(listener: () => void): void;
  /** Resolves when everything that was asked for is done. */
  settled(): Promise<void>;
}

/** Work that was to add alone has something to decide: it is done again, with its organization to itself. */
export class MustDecide extends Error {
  override readonly name = 'MustDecide';
}

const addingOnly = new WeakSet<Store>();

/** Says that a transaction shares its organization with others. */
export const addOnly = (transaction: Store): unknown => addingOnly.add(transaction);

/**
 * To be called by work before it decides on what is there.
 * @throws MustDecide where others may decide on it at the same time
 */
export function requireAlone(transaction: Store): void {
  if (addingOnly.has(transaction)) throw new MustDecide('Others share this organization.');
}

const withNews = new WeakSet<Store>();

/** Says that a transaction writes something that somebody waits to be told of. */
export const noteNews = (transaction: Store): unknown => withNews.add(transaction);

/** Whether a transaction does. */
export const hasNews = (transaction: Store): boolean => withNews.has(transaction);

interface Job {
  readonly work: (store: Store) => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

const LARGEST_GROUP = 64;
/** Who waits to read waits for a transaction: after so many milliseconds of work it takes no more in. */
const LONGEST_GROUP_MS = 20;

/**
 * Group commit: units of work that wait at the same time share one transaction, so that they share its flush to the
 * disk. Each has a savepoint of its own, and is told that it is done only once the transaction is on the disk.
 */
export class GroupCommitWriter implements Writer {
  readonly #store: Store;
  readonly #waiting: Job[] = [];
  readonly #listeners: (() => void)[] = [];
  #draining: Promise<void> | undefined;

  readonly #guard: (store: Store) => Promise<void>;
  readonly #steadyMs: () => number;

  /**
   * @param guard asked first in each transaction; what it throws is what all that waits in it gets
   * @param steadyMs a clock that nobody can set, in milliseconds
   */
  constructor(
    store: Store,
    guard: (store: Store) => Promise<void> = () => Promise.resolve(),
    steadyMs: () => number = () => performance.now(),
  ) {
    this.#store = store;
    this.#guard = guard;
    this.#steadyMs = steadyMs;
  }

  /**
   * Runs `work` alone on the database: all of it is kept, or, when it throws, none.
   * @returns what `work` returns, once it is durable
   */
  write<T>(work: (store: Store) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      // The list holds work of all types; what comes out is what this one's work gave.
      this.#waiting.push({ work, resolve: (value) => resolve(value as T), reject });
      this.#draining ??= this.#drain();
    });
  }

  /** Calls `listener` each time that something has been written. */
  onCommit(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Resolves when everything that was asked for is done. */
  async settled(): Promise<void> {
    while (this.#draining !== undefined) await this.#draining;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      // One turn of the event loop: requests that have arrived by now join the group.
      await setImmediate();
      await this.#commit();
      for (const listener of this.#listeners) listener();
    }
    this.#draining = undefined;
  }

  async #commit(): Promise<void> {
    const among = Math.min(this.#waiting.length, LARGEST_GROUP);
    /** Those that the transaction has taken in. */
    const group: Job[] = [];
    const take = (): Job | undefined => {
      const job = this.#waiting.shift();
      if (job !== undefined) group.push(job);
      return job;
    };
    try {
      if (this.#waiting.length === 1) {
        const alone = take();
        // Alone, the transaction is all it needs.
        const value = await this.#store.transaction().execute(async (transaction) => {
          await this.#guard(transaction);
          return await alone?.work(transaction);
        });
        alone?.resolve(value);
        return;
      }
      const outcomes = await this.#store.transaction().execute(async (transaction) => {
        await this.#guard(transaction);
        const began = this.#steadyMs();
        const isOver = (): boolean => group.length > 0 && this.#steadyMs() - began >= LONGEST_GROUP_MS;
        const settle: (() => void)[] = [];
        for (let left = among; left > 0 && !isOver(); left -= 1) {
          const job = take();
          if (job !== undefined) settle.push(await attempt(transaction, job));
        }
        return settle;
      });
      for (const settle of outcomes) settle();
    } catch (error) {
      const reason: unknown = error instanceof TransactionEnded ? error.cause : error;
      // A disk that is full is so for those as well that it would have taken in.
      for (const job of [...group, ...this.#waiting.splice(0, among - group.length)]) job.reject(reason);
    } finally {
      endKeptTransaction(this.#store);
    }
  }
}

/** Does one job inside a savepoint of its own; gives back how to tell its caller, once the group is committed. */
async function attempt(store: Store, { work, resolve, reject }: Job): Promise<() => void> {
  try {
    const value = await inSavepoint(store, () => work(store));
    return () => resolve(value);
  } catch (error) {
    // What comes after would begin a transaction of its own, and be kept without the others.
    if (error instanceof TransactionEnded) throw error;
    return () => reject(error);
  }
}
