import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { Kysely, sql } from 'kysely';
import { copyBeforeMigration } from './copy-database.ts';
import { logOf, noteWhole, requirePast, watchFile } from './database-marker.ts';
import { dialectOver } from './kysely-dialect.ts';
import { keepPrivate } from './lock-folder.ts';
import { makeFile } from './make-folder.ts';
import { type Migration, countApplied, migrate } from './migrate.ts';
import { type PageCheck, checkPages } from './quick-check.ts';
import { StorageError, diskFault, storageError } from './storage-error.ts';
import type { TransactionWatch } from './transaction-watch.ts';

const BUSY_TIMEOUT_MS = 5000;
/** At this many pages the log is emptied into the file. The commit that meets it waits about 3 ms; at SQLite's 1,000 it waits 8. */
const PAGES_OF_LOG = 250;

/** Takes and gives what SQLite knows: null, numbers, text and bytes. */
type SqlFunction = (...values: readonly unknown[]) => unknown;

/**
 * Opens a database file, makes it when it is missing (readable by its owner alone), and brings its schema up to date: never
 * back, and with a copy beside it before (copy-database.ts).
 * A write is on the disk when its transaction's promise resolves: write-ahead log with `synchronous=FULL`.
 * `destroy()` of what it returns closes the file.
 * @throws StorageError `DATABASE_MISSING`, `DATABASE_LOG_MISSING`, `DATABASE_LOG_FOREIGN`, `DATABASE_LOG_OTHER` where there was another one (database-marker.ts);
 *   `DATABASE_UNREADABLE` for a file that is no database or cannot be opened; `DATABASE_TOO_NEW`,
 *   `MIGRATION_COPY_FAILED`, `MIGRATION_FAILED`, `DISK_FULL`: then its schema is as it was
 */
export async function openDatabase<Schema>(options: {
  readonly file: string;
  readonly migrations: readonly Migration[];
  /** Functions of this connection that its statements, migrations and temporary triggers may call, by name. */
  readonly functions?: Readonly<Record<string, SqlFunction>>;
  /** Hears of its transactions. */
  readonly watch?: TransactionWatch;
  /** Whether the operator said that they put an older one there. */
  readonly acceptsOlder?: boolean;
  /** Whether each statement is refused once its file or its log was removed or replaced, where nobody else looks for that. */
  readonly isWatched?: boolean;
  /**
   * Throws once its folder is another process's: asked before the log is emptied into the file at its close, and where `isWatched`
   * before each transaction.
   */
  readonly requireHeld?: () => void;
  /** Up to which size it is read through before it is used; a larger one is read meanwhile. */
  readonly checkedAtOnceBytes?: number;
  /** Called before its schema is brought up to date: a copy of it is made first, which takes as long as it is large. */
  readonly onUpgrade?: () => void;
}): Promise<Kysely<Schema>> {
  const { file } = options;
  const past = requirePast(file, options.acceptsOlder ?? false);
  const hadLog = existsSync(logOf(file));
  const connection = connect(file);
  let pages: PageCheck | undefined;
  let isNoted = false;
  try {
    // Before anything is written: what is damaged is left as it is.
    pages = checkPages(connection, file, options.checkedAtOnceBytes);
    // Migrations may call them too.
    for (const [name, call] of Object.entries(options.functions ?? {}))
      connection.function(name, { varargs: true }, call);
    const { migrations } = options;
    const applied = countApplied(connection, migrations);
    past.requireTables(applied);
    // What is new has nothing to lose, and no marker before it has tables.
    if (applied > 0) {
      isNoted = true;
      past.opened(applied);
      if (applied < migrations.length) {
        options.onUpgrade?.();
        await copyBeforeMigration(connection, file, { from: applied, to: migrations.length });
      }
    }
    migrate(connection, migrations, applied);
    if (applied < migrations.length) past.opened(migrations.length);
  } catch (error) {
    await pages?.stop();
    connection.close();
    if (hadLog || isNoted) noteIfEmptied(file);
    throw error;
  }
  // A large one may be read until it is closed.
  options.watch?.watch(() => connection.isTransaction);
  const { watch } = options;
  const { requireSound, stop } = pages;
  const { isWatched = false, requireHeld = () => undefined } = options;
  const requireFile = isWatched ? watchFile(file) : () => undefined;
  const requireUsable = (): void => {
    requireSound();
    requireFile();
    if (isWatched && !connection.isTransaction) requireHeld();
  };
  const database = new Kysely<Schema>({
    dialect: dialectOver(connection, {
      ...{ onEmptied: past.emptied, onCommitted: past.committed, file, watch },
      pages: { requireSound: requireUsable, stop },
      requireHeld,
    }),
  });
  try {
    // Kysely closes only what it has used.
    await sql`SELECT 1`.execute(database);
  } catch (error) {
    await pages.stop();
    if (connection.isOpen) connection.close();
    throw error;
  }
  return database;
}

/**
 * SQLite empties a log into its file when the last connection closes, one that failed to open it included. Who starts the right
 * version then would be told that the log is missing.
 */
function noteIfEmptied(file: string): void {
  if (existsSync(logOf(file))) return;
  try {
    noteWhole(file);
  } catch {
    // The failure that brought it here is told; the marker is as it was.
  }
}

function connect(file: string): DatabaseSyncInstance {
  let connection: DatabaseSyncInstance | undefined;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    // SQLite gives its log files the mode of the database file.
    makeFile(file);
    for (const ending of ['', '-wal', '-shm']) keepPrivate(file + ending);
    connection = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
    connection.exec('PRAGMA journal_mode = WAL');
    connection.exec('PRAGMA synchronous = FULL');
    connection.exec(`PRAGMA wal_autocheckpoint = ${PAGES_OF_LOG}`);
    connection.exec('PRAGMA foreign_keys = ON');
    connection.exec('PRAGMA trusted_schema = OFF');
    return connection;
  } catch (cause) {
    if (connection?.isOpen === true) connection.close();
    const told = diskFault(cause);
    if (told instanceof StorageError && told.code === 'DISK_FULL') throw told;
    const why = cause instanceof Error ? cause.message : 'unknown reason';
    throw storageError('DATABASE_UNREADABLE', { file, why, cause });
  }
}
