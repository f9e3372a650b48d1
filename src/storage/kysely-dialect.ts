import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import { SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely';
import type { PageCheck } from './quick-check.ts';
import { diskFault, storageError } from './storage-error.ts';
import type { TransactionWatch } from './transaction-watch.ts';

const KEPT_STATEMENTS = 256;

/** SQLite ends a transaction by itself when the disk is full: then there is nothing to undo, and nothing to complain of. */
const NOTHING_TO_UNDO: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
};

interface Over {
  /** Called when the log was emptied into the file, before the file is closed. */
  readonly onEmptied: () => void;
  /** Called after each commit. */
  readonly onCommitted: () => void;
  /** Refuses every statement once the file was found to be damaged. */
  readonly pages: Pick<PageCheck, 'requireSound' | 'stop'>;
  /** Throws once another process has the folder: the log is left to it then. */
  readonly requireHeld: () => void;
  /** The database's path. */
  readonly file: string;
  readonly watch: Omit<TransactionWatch, 'watch'> | undefined;
}

/**
 * Kysely over a connection that is open already: its own SQLite dialect, with prepared statements kept by their text.
 * What they throw of the disk is a StorageError.
 */
export function dialectOver(
  connection: DatabaseSyncInstance,
  { onEmptied, onCommitted, pages, requireHeld, file, watch }: Over,
): SqliteDialect {
  const kept = new Map<string, SqliteStatement>();
  const database: SqliteDatabase = {
    close: () => {
      // It only reads: the file can be closed before it has ended.
      void pages.stop();
      // The driver lets go of a statement only when it is collected, and SQLite of the file only then: so that the file
      // is whole by itself from now on, the log is emptied into it first.
      try {
        requireHeld();
        const { busy } = connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: unknown };
        if (busy === 0) onEmptied();
      } finally {
        kept.clear();
        connection.close();
      }
    },
    prepare: (sql) => {
      pages.requireSound();
      if (sql === 'commit') return committing(statementOf(sql));
      if (sql !== 'rollback') return statementOf(sql);
      watch?.ended();
      return connection.isTransaction ? statementOf(sql) : NOTHING_TO_UNDO;
    },
  };
  const statementOf = (sql: string): SqliteStatement => {
    const known = kept.get(sql);
    if (known !== undefined) return known;
    const statement = asKyselyStatement(connection.prepare(sql), file, () => {
      if (!connection.isTransaction) onCommitted();
    });
    const [oldest] = kept.keys();
    if (kept.size >= KEPT_STATEMENTS && oldest !== undefined) kept.delete(oldest);
    kept.set(sql, statement);
    return statement;
  };
  const committing = (commit: SqliteStatement): SqliteStatement => ({
    ...commit,
    run: (parameters) => {
      const last = watch?.beforeCommit();
      if (last !== undefined) statementOf(last).run([]);
      const done = commit.run(parameters);
      watch?.ended();
      return done;
    },
  });
  return new SqliteDialect({ database });
}

/** Kysely expects the driver to say whether a statement gives rows, and takes parameters as one array. */
function asKyselyStatement(
  statement: StatementSyncInstance,
  file: string,
  onRun: () => void,
): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters): unknown[] => naming(file, (): unknown[] => statement.all(...whole(parameters))),
    run: (parameters) => {
      const done = naming(file, () => statement.run(...whole(parameters)));
      onRun();
      return done;
    },
    iterate: (parameters) => naming(file, () => statement.iterate(...whole(parameters))),
  };
}

/**
 * The driver ends a text at its first NUL without a word: what is kept, and what is looked for, would be another one.
 * @throws StorageError `TEXT_REFUSED`, as from PostgreSQL
 */
function whole<T>(parameters: readonly T[]): readonly T[] {
  for (const value of parameters)
    if (typeof value === 'string' && value.includes('\0')) throw storageError('TEXT_REFUSED', {});
  return parameters;
}

/** @throws StorageError for what the disk did */
function naming<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw diskFault(error, file);
  }
}
