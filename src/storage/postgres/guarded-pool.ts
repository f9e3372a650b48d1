import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { storageError } from '../storage-error.ts';
import { sqlStateOf } from './sql-state.ts';

/** SQLSTATE of texts with a NUL, which PostgreSQL keeps in no text and no JSON. */
const TEXT_REFUSED = new Set(['22021', '22P05']);
/** SQLSTATE of a lock that others had for too long. */
const LOCK_NOT_AVAILABLE = '55P03';
/** SQLSTATE classes and codes of a connection that ended or was not given: shutdowns, crashes, too many of them. */
const CONNECTION_ENDED = /^(?:08...|57P0[1-5]|25P03|53300)$/u;
/** What the driver says where the server said nothing. */
const DRIVER_LOST = /^(?:Connection terminated|Client has encountered a connection error|Client was closed)/u;
const TIMED_OUT = 'timeout exceeded when trying to connect';

/**
 * A pool with a bounded queue, whose errors are told in the program's words where they are no fault of a statement.
 * Everything else passes as the driver throws it.
 * @param mostWaiting so many wait for a connection; whoever comes after them is refused at once
 */
export function guardedPool(pool: pg.Pool, mostWaiting: number): PostgresPool {
  return {
    connect: async () => {
      if (pool.waitingCount >= mostWaiting) throw storageError('DATABASE_BUSY', {});
      try {
        return guardedClient(await pool.connect());
      } catch (error) {
        if (error instanceof Error && error.message === TIMED_OUT)
          throw storageError('DATABASE_BUSY', { cause: error });
        throw storageError('DATABASE_LOST', { cause: error });
      }
    },
    end: () => pool.end(),
  };
}

const guarded = new WeakMap<pg.PoolClient, PostgresPoolClient>();

/** The same one for the same connection: Kysely knows a connection by its client. */
function guardedClient(client: pg.PoolClient): PostgresPoolClient {
  const known = guarded.get(client);
  if (known !== undefined) return known;
  // One that is cut between two statements says so here; without a listener that would end the process. The next statement
  // on it fails, and it is left out of the pool.
  client.on('error', () => undefined);
  const query = async (text: string, parameters: readonly unknown[]): Promise<unknown> => {
    try {
      return await client.query(text, [...parameters]);
    } catch (error) {
      throw named(error);
    }
  };
  // Cursors are not used: no dialect option names their class.
  const made = { query, release: () => client.release() } as PostgresPoolClient;
  guarded.set(client, made);
  return made;
}

/** An error of the driver in words, where it has some; else the error itself. */
function named(error: unknown): unknown {
  const state = sqlStateOf(error);
  if (state === LOCK_NOT_AVAILABLE) return storageError('DATABASE_BUSY', { cause: error });
  if (state !== undefined && TEXT_REFUSED.has(state)) return storageError('TEXT_REFUSED', { cause: error });
  return isLost(error, state) ? storageError('DATABASE_LOST', { cause: error }) : error;
}

const isLost = (error: unknown, state: string | undefined): boolean =>
  state === undefined
    ? error instanceof Error && ('syscall' in error || DRIVER_LOST.test(error.message))
    : CONNECTION_ENDED.test(state);
