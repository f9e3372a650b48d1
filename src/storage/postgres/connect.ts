import { Kysely, type KyselyPlugin, PostgresDialect } from 'kysely';
import pg from 'pg';
import { storageError } from '../storage-error.ts';

/** So many statements run at once for one process; each has a connection of the server's. */
const MOST_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 10_000;

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
export function connectPostgres<Schema>(url: string): Kysely<Schema> {
  if (!/^postgres(?:ql)?:\/\//u.test(url) || !URL.canParse(url))
    throw storageError('DATABASE_UNREACHABLE', { why: 'its address is none' });
  const pool = new pg.Pool({
    connectionString: url,
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // Whatever the server's default is: the locks of the service hold at this level.
    options: '-c default_transaction_isolation=read\\ committed',
    types: { getTypeParser },
  });
  // A connection that waits and is cut is left out of the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  return new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    plugins: [withoutRowNumbers],
  });
}

/** The five letters and digits by which PostgreSQL tells an error (`SQLSTATE`), or undefined for another error. */
export const sqlStateOf = (error: unknown): string | undefined =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  /^[0-9A-Z]{5}$/u.test(error.code)
    ? error.code
    : undefined;
