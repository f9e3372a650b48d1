import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { storageError } from '../storage-error.ts';
import { SENT_AHEAD } from './sent-ahead.ts';
import { sqlStateOf } from './sql-state.ts';
import { StatementNames } from './statement-names.ts';

/** SQLSTATE of texts with a NUL, which PostgreSQL keeps in no text and no JSON. */
const TEXT_REFUSED = new Set(['22021', '22P05']);
/** SQLSTATE of a lock that others had for too long. */
const LOCK_NOT_AVAILABLE = '55P03';
/** SQLSTATE classes and codes of a connection that ended or was not given: shutdowns, crashes, too many of them. */
const CONNECTION_ENDED = /^(?:08...|57P0[1-5]|25P03|53300)$/u;
/** What the driver says of an answer that didn't come in time; it has cut the connection then. */
const UNANSWERED_QUERY = 'Query read timeout';
/** What the driver says where the server said nothing. */
const DRIVER_LOST = /^(?:Connection terminated|Client has encountered a connection error|Client was closed)/u;
const TIMED_OUT = 'timeout exceeded when trying to connect';
/** SQLSTATE of a prepared statement whose tables a newer version has changed. */
const PLAN_OUTDATED = '0A000';

/** How the end of a pool is bounded. */
interface PoolEnd {
  /** So long it waits for what is under way. */
  readonly afterMs: number;
  /** Ends every connection that is left. */
  readonly cut: () => void;
}

/**
 * A pool with a bounded queue, whose errors are told in the program's words where they are no fault of a statement.
 * Everything else passes as the driver throws it.
 * @param mostWaiting so many wait for a connection; whoever comes after them is refused at once
 * @param end how long its end takes at most
 */
export function guardedPool(pool: pg.Pool, mostWaiting: number, end: PoolEnd): PostgresPool {
  const guarded = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const names = new StatementNames();
  return {
    connect: async () => {
      if (pool.waitingCount >= mostWaiting) throw storageError('DATABASE_BUSY', {});
      try {
        const client = await pool.connect();
        // The same one for the same connection: Kysely knows a connection by its client.
        const known = guarded.get(client) ?? guardedClient(client, names);
        guarded.set(client, known);
        return known;
      } catch (error) {
        if (error instanceof Error && error.message === TIMED_OUT)
          throw storageError('DATABASE_BUSY', { cause: error });
        throw storageError('DATABASE_LOST', { cause: error });
      }
    },
    end: () => endInTime(pool, end),
  };
}

/** Ends a pool: whoever holds a connection whose network is gone would keep it for ever, and such a one never says goodbye. */
async function endInTime(pool: pg.Pool, { afterMs, cut }: PoolEnd): Promise<void> {
  const late = new Promise<void>((resolve) => {
    const cutAll = (): void => {
      cut();
      resolve();
    };
    // Where no connection is left, nothing is to be waited for.
    setTimeout(cutAll, afterMs).unref();
  });
  await Promise.race([pool.end(), late]);
}

const UNANSWERED = { command: '', rowCount: 0, rows: [] };

function guardedClient(client: pg.PoolClient, names: StatementNames): PostgresPoolClient {
  // One that is cut between two statements says so here; without a listener that would end the process. The next statement
  // on it fails, and it is left out of the pool.
  client.on('error', () => undefined);
  /** What was sent and not waited for, in order. */
  let ahead: Promise<unknown>[] = [];
  let isOutdated = false;
  const send = async (text: string, parameters: readonly unknown[]): Promise<unknown> => {
    try {
      const name = names.of(text, parameters);
      return await client.query({ text, values: [...parameters], ...(name !== undefined && { name }) });
    } catch (error) {
      // One that was cut is known to be so a little later: nobody is to get it meanwhile.
      if (sqlStateOf(error) === PLAN_OUTDATED || isUnanswered(error)) isOutdated = true;
      throw named(error);
    }
  };
  const query = async (text: string, parameters: readonly unknown[]): Promise<unknown> => {
    const sent = send(text, parameters);
    // Whoever waits hears of its failure, now or with the next one.
    sent.catch(() => undefined);
    if (text === 'begin' || text.startsWith(SENT_AHEAD)) {
      ahead.push(sent);
      return UNANSWERED;
    }
    const before = ahead;
    ahead = [];
    const outcomes = await Promise.allSettled(before);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    // What comes after a failure in a transaction is refused for it alone; a commit then keeps nothing.
    if (failed !== undefined && text !== 'rollback') {
      await Promise.allSettled([sent]);
      throw failed.reason;
    }
    return await sent;
  };
  // Cursors are not used: no dialect option names their class.
  return { query, release: () => client.release(isOutdated) } as PostgresPoolClient;
}

const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && error.message === UNANSWERED_QUERY;

/** An error of the driver in words, where it has some; else the error itself. */
function named(error: unknown): unknown {
  const state = sqlStateOf(error);
  if (state === LOCK_NOT_AVAILABLE) return storageError('DATABASE_BUSY', { cause: error });
  if (state !== undefined && TEXT_REFUSED.has(state)) return storageError('TEXT_REFUSED', { cause: error });
  return isLost(error, state) ? storageError('DATABASE_LOST', { cause: error }) : error;
}

const isLost = (error: unknown, state: string | undefined): boolean =>
  state === undefined
    ? error instanceof Error && ('syscall' in error || isUnanswered(error) || DRIVER_LOST.test(error.message))
    : CONNECTION_ENDED.test(state);
