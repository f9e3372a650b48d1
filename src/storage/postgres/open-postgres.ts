import { type Kysely, type Transaction, sql } from 'kysely';
import { type Migration, countKnown, statementsOf } from '../migrate.ts';
import { POSTGRES_WORDS } from '../schema-words.ts';
import { StorageError, storageError } from '../storage-error.ts';
import { type PoolOptions, connectPostgres } from './connect.ts';
import { sqlStateOf } from './sql-state.ts';

/** Two that make the same table at once: one of them is told so, of the table or its type, although it said `IF NOT EXISTS`. */
const MADE_BY_ANOTHER = new Set(['23505', '42P07', '42710']);

/** Its one row is what processes that work with the same database lock before what none of them may do beside another. */
const MAKE_LOCK = [
  'CREATE TABLE IF NOT EXISTS service_lock (id BIGINT PRIMARY KEY CHECK (id = 1))',
  'INSERT INTO service_lock VALUES (1) ON CONFLICT DO NOTHING',
  'CREATE TABLE IF NOT EXISTS migration (position BIGINT PRIMARY KEY, name TEXT NOT NULL UNIQUE)',
];

/**
 * Opens a database of a PostgreSQL and brings its schema up to date: never back, whole or not at all. Of several processes
 * that open it at once one does so, and the others wait for it.
 * `destroy()` of what it returns closes the connections.
 * @param url as `readPostgresAddress` reads it
 * @throws StorageError `DATABASE_UNREACHABLE` where the server cannot be used; `DATABASE_TOO_NEW`, `MIGRATION_FAILED`:
 *   then its schema is as it was
 */
export async function openPostgres<Schema>(
  url: string,
  migrations: readonly Migration[],
  options?: Pick<PoolOptions, 'password' | 'plugin' | 'answerMs'>,
): Promise<Kysely<Schema>> {
  const database = connectPostgres<Schema>(url, options);
  try {
    for (const statement of MAKE_LOCK) await run(database, statement).catch(unlessMadeByAnother);
    // A busy service's processes share the lock all the time: whoever has nothing to change doesn't wait for it.
    if ((await countMade(database, migrations)) < migrations.length)
      await upgrade(url, migrations, options?.password);
    return database;
  } catch (cause) {
    await database.destroy();
    const isLost = cause instanceof StorageError && cause.code === 'DATABASE_LOST';
    if (cause instanceof StorageError && !isLost) throw cause;
    const reason = isLost ? cause.cause : cause;
    const why = reason instanceof Error ? reason.message : 'unknown reason';
    throw storageError('DATABASE_UNREACHABLE', { why, cause });
  }
}

/** On a connection of its own, which waits for an answer as long as it takes: whoever is first may take long. */
async function upgrade(
  url: string,
  migrations: readonly Migration[],
  password: PoolOptions['password'],
): Promise<void> {
  const database = connectPostgres<unknown>(url, { password, mostConnections: 1 });
  try {
    await database.transaction().execute((transaction) => bringUpToDate(transaction, migrations));
  } finally {
    await database.destroy();
  }
}

async function bringUpToDate<Schema>(
  transaction: Transaction<Schema>,
  migrations: readonly Migration[],
): Promise<void> {
  await run(transaction, 'SET LOCAL lock_timeout = 0');
  await lockService(transaction);
  const applied = await countMade(transaction, migrations);
  for (const [index, migration] of migrations.slice(applied).entries()) {
    const { name } = migration;
    try {
      for (const statement of statementsOf(migration, POSTGRES_WORDS)) await run(transaction, statement);
      await sql`INSERT INTO migration VALUES (${applied + index}, ${name})`.execute(transaction);
    } catch (cause) {
      throw storageError('MIGRATION_FAILED', { name, cause });
    }
  }
}

async function countMade<Schema>(
  database: Kysely<Schema>,
  migrations: readonly Migration[],
): Promise<number> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM migration ORDER BY position`.execute(
    database,
  );
  return countKnown(
    rows.map(({ name }) => name),
    migrations,
  );
}

/** Waits until nobody else has the service's lock, and has it until the transaction ends. */
export const lockService = <Schema>(transaction: Kysely<Schema>): Promise<unknown> =>
  sql`SELECT id FROM service_lock FOR UPDATE`.execute(transaction);

const run = <Schema>(database: Kysely<Schema>, statement: string): Promise<unknown> =>
  sql.raw(statement).execute(database);

function unlessMadeByAnother(error: unknown): void {
  if (!MADE_BY_ANOTHER.has(sqlStateOf(error) ?? '')) throw error;
}
