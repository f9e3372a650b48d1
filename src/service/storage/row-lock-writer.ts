import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { lockService, shareService } from '#storage/postgres/open-postgres.ts';
import { sqlStateOf } from '#storage/postgres/sql-state.ts';
import type { Store } from './store.ts';
import { MustDecide, type WriteScope, type Writer, addOnly } from './writer.ts';

/** What PostgreSQL says of a transaction that met another one, and is to be done again: it left nothing. */
const MET_ANOTHER = new Set([
  // serialization_failure, deadlock_detected
  '40001',
  '40P01',
  // unique_violation: the other one was first; what it wrote is seen now, and has its own answer.
  '23505',
]);
const MOST_ATTEMPTS = 12;
const LONGEST_WAIT_MS = 50;

/**
 * Writes on a database that other processes write to as well: each unit of work is a transaction of its own at READ COMMITTED,
 * which begins with locks on rows. What decides who may do what has its organization alone; what only adds shares it with its
 * like; work of no organization has the whole service alone. A statement sees what was committed before it began, so behind its
 * locks a check holds until the write. A transaction that met another is done again from its beginning.
 *
 * An error of the connection is told and never tried again: nobody knows whether the transaction was kept.
 */
export class RowLockWriter implements Writer {
  readonly #store: Store;
  readonly #listeners: (() => void)[] = [];
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(store: Store) {
    this.#store = store;
  }

  async write<T>(work: (store: Store) => Promise<T>, scope?: WriteScope): Promise<T> {
    const writing = this.#untilAlone(work, scope);
    this.#underWay.add(writing);
    try {
      return await writing;
    } finally {
      this.#underWay.delete(writing);
    }
  }

  onCommit(listener: () => void): void {
    this.#listeners.push(listener);
  }

  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
  }

  async #untilAlone<T>(work: (store: Store) => Promise<T>, asked: WriteScope | undefined): Promise<T> {
    let scope = asked;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const value = await this.#once(work, scope);
        for (const listener of this.#listeners) listener();
        return value;
      } catch (error) {
        if (error instanceof MustDecide && scope?.effect === 'adds') {
          scope = { ...scope, effect: 'decides' };
          continue;
        }
        if (attempt === MOST_ATTEMPTS || !MET_ANOTHER.has(sqlStateOf(error) ?? '')) throw error;
        await delay(randomInt(1 + Math.min(LONGEST_WAIT_MS, 2 ** attempt)));
      }
    }
  }

  #once<T>(work: (store: Store) => Promise<T>, scope: WriteScope | undefined): Promise<T> {
    return this.#store.transaction().execute(async (transaction) => {
      await lock(transaction, scope);
      if (scope?.effect === 'adds') addOnly(transaction);
      return await work(transaction);
    });
  }
}

/** Always the service first and then the organization: two that wait for each other would be none. */
async function lock(transaction: Store, scope: WriteScope | undefined): Promise<void> {
  if (scope === undefined) {
    await lockService(transaction);
    return;
  }
  await shareService(transaction);
  const { organizationId, effect } = scope;
  const strength = effect === 'decides' ? sql`FOR UPDATE` : sql`FOR SHARE`;
  await sql`SELECT id FROM organization WHERE id = ${organizationId} ${strength}`.execute(transaction);
}
