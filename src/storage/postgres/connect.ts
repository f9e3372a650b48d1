import { readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { Kysely, type KyselyPlugin, PostgresDialect } from 'kysely';
import pg from 'pg';
import { storageError } from '../storage-error.ts';
import { AddressFault, type PostgresAddress, readPostgresAddress } from './address.ts';
import { guardedPool } from './guarded-pool.ts';

/** So many statements run at once for one process; each has a connection of the server's. */
const MOST_CONNECTIONS = 10;
/** So many wait for one of them, each at most so long. More is told to come again. */
const MOST_WAITING = 256;
const CONNECT_TIMEOUT_MS = 10_000;
/** How long a statement waits for what another transaction has. */
export const LOCK_TIMEOUT_MS = 10_000;
/**
 * How long a statement of a running service waits for its answer: a network that swallows everything ends no connection. More than
 * the server lets a few locks take, one after the other.
 */
export const ANSWER_TIMEOUT_MS = 60_000;
/** A connection that carries nothing is asked after this long whether it is there: an idle one that is lost leaves the pool. */
const KEEP_ALIVE_MS = 10_000;
/** How long closing a pool waits for running statements. By then, callers have waited for the writes that matter. */
const END_MS = 3000;
/** A process that stands still in the middle of a transaction keeps others waiting no longer. */
const IDLE_TIMEOUT_MS = 30_000;

/** What every connection begins with. Whatever the server's default level is: the locks of the service hold at this one. */
const SETTINGS = [
  'default_transaction_isolation=read\\ committed',
  `lock_timeout=${LOCK_TIMEOUT_MS}`,
  `idle_in_transaction_session_timeout=${IDLE_TIMEOUT_MS}`,
];

/** The bounds of a pool; tests have smaller ones. */
interface PoolBounds {
  readonly mostConnections: number;
  readonly mostWaiting: number;
  readonly waitMs: number;
  readonly endMs: number;
}

const BOUNDS: PoolBounds = {
  mostConnections: MOST_CONNECTIONS,
  mostWaiting: MOST_WAITING,
  waitMs: CONNECT_TIMEOUT_MS,
  endMs: END_MS,
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

/** Columns of the database's own, which SQLite doesn't have, or gives only to those who ask: a row's number, and what triggers write. */
const OWN_COLUMNS = ['rowid', 'rows_version', 'rows_changed_by'] as const;

const withoutOwnColumns: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: ({ result }) => {
    for (const row of result.rows) for (const name of OWN_COLUMNS) Reflect.deleteProperty(row, name);
    return Promise.resolve(result);
  },
};

/** How a pool is opened; what is left out is as services have it. */
export interface PoolOptions extends Partial<PoolBounds> {
  /** Gives the password for each new connection; the address's own when left out. */
  readonly password?: (() => string) | undefined;
  /** How long a statement waits for its answer; without end when left out, as what changes a schema or moves all rows needs. */
  readonly answerMs?: number | undefined;
  /** What else is done with what is read. */
  readonly plugin?: KyselyPlugin | undefined;
}

/**
 * A pool of connections to a PostgreSQL, each at READ COMMITTED. Nothing is asked of the server yet.
 * @param url as `readPostgresAddress` reads it; never shown
 * @throws StorageError `DATABASE_UNREACHABLE` for an address that cannot be used
 */
export function connectPostgres<Schema>(url: string, options: PoolOptions = {}): Kysely<Schema> {
  const { mostConnections, mostWaiting, waitMs, endMs } = { ...BOUNDS, ...options };
  const sockets = new Set<Socket>();
  const pool = new pg.Pool({
    ...connectionOptions(url, options.password),
    application_name: 'keyops-service',
    max: mostConnections,
    connectionTimeoutMillis: waitMs,
    ...(options.answerMs !== undefined && { query_timeout: options.answerMs }),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    stream: () => {
      const socket = new Socket();
      sockets.add(socket.once('close', () => sockets.delete(socket)));
      return socket;
    },
    options: SETTINGS.map((setting) => `-c ${setting}`).join(' '),
    types: { getTypeParser },
    // What is sent without waiting for the answer before it is written at once (guarded-pool.ts).
    pipeline: true,
  });
  // A connection that waits and is cut is left out of the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  const cut = (): void => sockets.forEach((socket) => socket.destroy());
  return new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: guardedPool(pool, mostWaiting, { afterMs: endMs, cut }) }),
    plugins: [withoutOwnColumns, ...(options.plugin === undefined ? [] : [options.plugin])],
  });
}

/**
 * Where a connection goes, as whom, and how it is secured.
 * @param password gives it for each new connection; the address's own when left out
 * @throws StorageError `DATABASE_UNREACHABLE` for an address that cannot be used
 */
export function connectionOptions(url: string, password: (() => string) | undefined): pg.ClientConfig {
  const { tls, ...address } = addressOf(url);
  return {
    ...address,
    password: password ?? address.password,
    ssl: tls === undefined ? false : tlsOptions(tls.rootFile),
  };
}

function addressOf(url: string): PostgresAddress {
  try {
    return readPostgresAddress(url);
  } catch (error) {
    if (!(error instanceof AddressFault)) throw error;
    throw storageError('DATABASE_UNREACHABLE', { why: error.message });
  }
}

/** The certificate is checked whatever the environment says, by its chain and by the host's name. */
function tlsOptions(rootFile: string | undefined): ConnectionOptions {
  const strict = { rejectUnauthorized: true, minVersion: 'TLSv1.2' } as const;
  if (rootFile === undefined) return strict;
  try {
    const ca = readFileSync(rootFile, 'utf8');
    if (ca.includes('-----BEGIN CERTIFICATE-----')) return { ...strict, ca };
  } catch {
    // Told as the other one is.
  }
  throw storageError('DATABASE_UNREACHABLE', { why: 'the file of sslrootcert has no certificate to read' });
}
