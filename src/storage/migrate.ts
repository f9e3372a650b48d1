import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { SQLITE_WORDS, type SchemaWords } from './schema-words.ts';
import { quoted, readColumn } from './statements.ts';
import { diskFault, storageError } from './storage-error.ts';

/** One step of a schema's history: a file of its owner's migrations folder. Never changed once released. */
export interface Migration {
  /** The file's name without its ending, for example `001-first-tables`. */
  readonly name: string;
  /** Those of a schema that two engines have are made of their words. */
  readonly statements: readonly string[] | ((words: SchemaWords) => readonly string[]);
}

/** The statements of a migration for one engine. */
export const statementsOf = ({ statements }: Migration, words: SchemaWords): readonly string[] =>
  typeof statements === 'function' ? statements(words) : statements;

/**
 * Counts the migrations that a database has.
 * @param applied their names, in order
 * @throws StorageError `DATABASE_TOO_NEW` when it holds a migration that is not in the list, at that place
 */
export function countKnown(applied: readonly string[], migrations: readonly Migration[]): number {
  applied.forEach((name, position) => {
    if (migrations[position]?.name === name) return;
    throw storageError('DATABASE_TOO_NEW', { name });
  });
  return applied.length;
}

/**
 * Counts the migrations that a file has.
 * @throws StorageError `DATABASE_TOO_NEW` when it holds a migration that is not in the list, at that place
 */
export function countApplied(connection: DatabaseSyncInstance, migrations: readonly Migration[]): number {
  connection.exec(
    'CREATE TABLE IF NOT EXISTS migration (position INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT',
  );
  const applied = readColumn(connection, 'SELECT name FROM migration ORDER BY position').map(String);
  return countKnown(applied, migrations);
}

/**
 * Applies the migrations that the database does not have yet, in order, each in one transaction with its record.
 * @param applied how many it has
 * @throws StorageError `MIGRATION_FAILED` when a statement fails, or what the disk did, after that migration was rolled back
 */
export function migrate(
  connection: DatabaseSyncInstance,
  migrations: readonly Migration[],
  applied: number,
): void {
  migrations.slice(applied).forEach((migration, index) => {
    apply(connection, migration, applied + index);
  });
}

function apply(connection: DatabaseSyncInstance, migration: Migration, position: number): void {
  connection.exec('BEGIN IMMEDIATE');
  try {
    for (const statement of statementsOf(migration, SQLITE_WORDS)) connection.exec(statement);
    connection.exec(`INSERT INTO migration (position, name) VALUES (${position}, ${quoted(migration.name)})`);
    connection.exec('COMMIT');
  } catch (cause) {
    if (connection.isTransaction) connection.exec('ROLLBACK');
    const told = diskFault(cause);
    throw told === cause ? storageError('MIGRATION_FAILED', { name: migration.name, cause }) : told;
  }
}
