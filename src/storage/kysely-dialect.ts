import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import { SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely';

const KEPT_STATEMENTS = 256;

/** Kysely over a connection that is open already: its own SQLite dialect, with prepared statements kept by their text. */
export function dialectOver(connection: DatabaseSyncInstance): SqliteDialect {
  const kept = new Map<string, SqliteStatement>();
  const database: SqliteDatabase = {
    close: () => {
      // The driver lets go of a statement only when it is collected, and SQLite of the file only then: so that the file
      // is whole by itself from now on, the log is emptied into it first.
      connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      kept.clear();
      connection.close();
    },
    prepare: (sql) => {
      const known = kept.get(sql);
      if (known !== undefined) return known;
      const statement = asKyselyStatement(connection.prepare(sql));
      const [oldest] = kept.keys();
      if (kept.size >= KEPT_STATEMENTS && oldest !== undefined) kept.delete(oldest);
      kept.set(sql, statement);
      return statement;
    },
  };
  return new SqliteDialect({ database });
}

/** Kysely expects the driver to say whether a statement gives rows, and takes parameters as one array. */
function asKyselyStatement(statement: StatementSyncInstance): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters): unknown[] => statement.all(...parameters),
    run: (parameters) => statement.run(...parameters),
    iterate: (parameters) => statement.iterate(...parameters),
  };
}
