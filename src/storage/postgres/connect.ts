import { Kysely, type KyselyPlugin, PostgresDialect } from 'kysely';
import pg from 'pg';
import { storageError } from '../storage-error.ts';
import { guardedPool } from './guarded-pool.ts';

/** So many statements run at once for one process; each has a connection of the server's. */
const MOST_CONNECTIONS = 10;
/** So many wait for one of them, each at most so long. More is told to come again. */
const MOST_WAITING = 256;
const CONNECT_TIMEOUT_MS = 10_000;
/** How long a statement waits for what another transaction has. */
const LOCK_TIMEOUT_MS = 10_000;
/** A process that stands still in the middle of a transaction keeps others waiting no longer. */
const IDLE_TIMEOUT_MS = 30_000;

/** What every connection begins with. Whatever the server's default level is: the locks of the service hold at this one. */
const SETTINGS = [
  'default_transaction_isolation=read\\ committed',
  `lock_timeout=${LOCK_TIMEOUT_MS}`,
  `idle_in_transaction_session_timeout=${IDLE_TIMEOUT_MS}`,
];

/** The bounds of a pool; tests have smaller ones. */
export interface PoolBounds {
  readonly mostConnections: number;
  readonly mostWaiting: number;
  readonly waitMs: number;
}

const BOUNDS: PoolBounds = {
  mostConnections: MOST_CONNECTIONS,
  mostWaiting: MOST_WAITING,
  waitMs: CONNECT_TIMEOUT_MS,
};

/** The types of PostgreSQL whose texts are read otherwise than the driver does (`pg_type.dat`). */
const INT8 = 20;

/** An integer of 64 bits. @throws RangeError for one that a number does not hold exactly, rather than another one */
function readInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`The database holds a number that is too large: ${text}.`);
  return value;
}

const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (type, format) =>
  (type as number) === INT8
    ? readInteger
    : (pg.types.getTypeParser(type, format) as (text: string) => unknown);

/** A row's number is the database's own: SQLite gives it only to those who ask for it. */
const withoutRowNumbers: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: ({ result }) => {
    for (const row of result.rows) delete row['rowid'];
    return Promise.resolve(result);
  },
};

/**
 * A pool of connections to a PostgreSQL, each at READ COMMITTED. Nothing is asked of the server yet.
 * @param url `postgres://USER:PASSWORD@HOST:PORT/DATABASE`; never shown
 * @throws StorageError `DATABASE_UNREACHABLE` for an address that is none
 */
export function connectPostgres<Schema>(url: string, bounds: PoolBounds = BOUNDS): Kysely<Schema> {
  if (!/^postgres(?:ql)?:\/\//u.test(url) || !URL.canParse(url))
    throw storageError('DATABASE_UNREACHABLE', { why: 'its address is none' });
  const pool = new pg.Pool({
    connectionString: url,
    max: bounds.mostConnections,
    connectionTimeoutMillis: bounds.waitMs,
    options: SETTINGS.map((setting) => `-c ${setting}`).join(' '),
    types: { getTypeParser },
  });
  // A connection that waits and is cut is left out of the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  return new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: guardedPool(pool, bounds.mostWaiting) }),
    plugins: [withoutRowNumbers],
  });
}
