import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { LOCK_TIMEOUT_MS } from '#storage/postgres/connect.ts';
import { sqlStateOf } from '#storage/postgres/sql-state.ts';
import { storageError } from '#storage/storage-error.ts';
import { seeVersion } from './kept-rows.ts';
import { SERVICE_PLACE, endWish, makeWish, nobodyWishes } from './lock-wishes.ts';
import { countRows, isToBeCounted } from './row-counts.ts';
import type { Store } from './store.ts';
import { MustDecide, type WriteScope, type Writer, addOnly, hasNews } from './writer.ts';

/** What PostgreSQL says of a transaction that met another one, and is to be done again: it left nothing. */
const MET_ANOTHER = new Set([
  // serialization_failure, deadlock_detected
  '40001',
  '40P01',
  // unique_violation: the other one was first; what it wrote is seen now, and has its own answer.
  '23505',
]);
const MOST_ATTEMPTS = 12;
/** SQLSTATE of a statement that took longer than it may. */
const QUERY_CANCELED = '57014';
const LONGEST_WAIT_MS = 50;
/** Who wants a place alone says so after this long. Most get it before: then nobody else hears of it. */
const WAIT_BEFORE_WISH_MS = 200;
/** Who would share a place lets those who want it alone in first, for a second at most: then it insists. */
const GIVE_WAY_MS = 20;
const MOST_GIVEN_WAY = 50;

/** Somebody waits to have what was to be shared. */
class GiveWay extends Error {
  override readonly name = 'GiveWay';
}

/** Others share what was to be had alone, for longer than a transaction takes. */
class WaitedLong extends Error {
  override readonly name = 'WaitedLong';
}

/** How a transaction comes to its locks. */
interface Way {
  /** Whether it waits for as long as any statement does; else a short while. */
  readonly isPatient: boolean;
  /** Whether it goes before those who wait to be alone. */
  readonly insists: boolean;
}

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
  #written = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  async write<T>(work: (store: Store) => Promise<T>, scope?: WriteScope): Promise<T> {
    const written = await this.#underWayUntil(this.#untilAlone(work, scope));
    this.#written += 1;
    // Nobody waits for it, and without it the server counts them later.
    if (isToBeCounted(this.#written)) void this.#underWayUntil(countRows(this.#store)).catch(() => undefined);
    return written;
  }

  async #underWayUntil<T>(done: Promise<T>): Promise<T> {
    this.#underWay.add(done);
    try {
      return await done;
    } finally {
      this.#underWay.delete(done);
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
    let wish: string | undefined;
    let waysGiven = 0;
    try {
      for (let attempt = 1; ; attempt += 1) {
        try {
          const way = { isPatient: wish !== undefined, insists: waysGiven >= MOST_GIVEN_WAY };
          return await this.#once(work, scope, way);
        } catch (error) {
          if (error instanceof MustDecide && scope?.effect === 'adds') {
            scope = { ...scope, effect: 'decides' };
          } else if (error instanceof GiveWay) {
            waysGiven += 1;
            attempt -= 1;
            await delay(GIVE_WAY_MS);
          } else if (error instanceof WaitedLong) {
            wish = await makeWish(this.#store, scope?.organizationId ?? SERVICE_PLACE);
          } else {
            if (attempt === MOST_ATTEMPTS || !MET_ANOTHER.has(sqlStateOf(error) ?? '')) throw error;
            await delay(randomInt(1 + Math.min(LONGEST_WAIT_MS, 2 ** attempt)));
          }
        }
      }
    } finally {
      // It ends by itself where it can't be taken back.
      if (wish !== undefined) await endWish(this.#store, wish).catch(() => undefined);
    }
  }

  async #once<T>(work: (store: Store) => Promise<T>, scope: WriteScope | undefined, way: Way): Promise<T> {
    let tells = scope?.effect !== 'adds';
    const value = await this.#store.transaction().execute(async (transaction) => {
      if (scope?.effect === 'adds') {
        await share(transaction, scope.organizationId, way);
        addOnly(transaction);
      } else await lock(transaction, scope?.organizationId, way);
      const done = await work(transaction);
      tells ||= hasNews(transaction);
      return done;
    });
    // A signature that tells nobody anything has nobody look for what there is to tell.
    if (tells) for (const listener of this.#listeners) listener();
    return value;
  }
}

/**
 * Always the service first and then the organization: two that wait for each other would be none. One statement takes both
 * locks, and reads the version of the rows off the row that it has locked: it stays so until the transaction ends.
 */
async function share(transaction: Store, organizationId: string, way: Way): Promise<void> {
  const service = shareOfService([SERVICE_PLACE, organizationId], way);
  const { rows } = await sql<{ version: string }>`WITH service AS (${service})
    SELECT organization.rows_version AS version FROM service, organization
    WHERE organization.id = ${organizationId} FOR SHARE OF organization`.execute(transaction);
  const [row] = rows;
  if (row !== undefined) seeVersion(transaction, row.version);
  // An organization that isn't there has no row to share.
  else if (!way.insists) throw new GiveWay('Somebody waits to be alone.');
}

async function lock(transaction: Store, organizationId: string | undefined, way: Way): Promise<void> {
  if (organizationId === undefined) {
    await haveAlone(transaction, sql`service_lock WHERE id = 1`, way);
    return;
  }
  const shared = await shareOfService([SERVICE_PLACE], way).execute(transaction);
  if (shared.rows.length === 0) throw new GiveWay('Somebody waits to be alone.');
  await haveAlone(transaction, sql`organization WHERE id = ${organizationId}`, way);
}

/** What isn't found isn't locked either: whoever gives way is in nobody's. */
const shareOfService = (places: readonly string[], { insists }: Way): RawBuilder<unknown> =>
  sql`SELECT id FROM service_lock WHERE id = 1 AND ${insists ? sql`true` : nobodyWishes(places)} FOR SHARE`;

/**
 * Waits for a row by the clock of the statement: `lock_timeout` begins anew with each of those who share the row.
 * @throws WaitedLong where others have it for longer than a transaction takes; StorageError `DATABASE_BUSY` where it was to
 *   wait for them, too
 */
async function haveAlone(transaction: Store, row: RawBuilder<unknown>, { isPatient }: Way): Promise<void> {
  const free = await sql`SELECT id FROM ${row} FOR UPDATE SKIP LOCKED`.execute(transaction);
  if (free.rows.length > 0) return;
  const waits = isPatient ? LOCK_TIMEOUT_MS : WAIT_BEFORE_WISH_MS;
  await sql.raw(`SET LOCAL statement_timeout = ${waits}`).execute(transaction);
  try {
    await sql`SELECT id FROM ${row} FOR UPDATE`.execute(transaction);
  } catch (cause) {
    if (sqlStateOf(cause) !== QUERY_CANCELED) throw cause;
    throw isPatient
      ? storageError('DATABASE_BUSY', { cause })
      : new WaitedLong('Others share it.', { cause });
  }
  await sql.raw('SET LOCAL statement_timeout TO DEFAULT').execute(transaction);
}
