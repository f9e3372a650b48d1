// The driver never finalizes a statement itself: SQLite keeps a closed database's files open until the last one was collected.
import { runInNewContext } from 'node:vm';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';

/**
 * Reads one column without a statement that outlives the call: a connection that is closed after it lets go of its files at once.
 * @param query SQL of ours, of one column
 * @returns its values, in the query's order
 */
export function readColumn(connection: DatabaseSyncInstance, query: string): unknown[] {
  const values: unknown[] = [];
  connection.function('keyops_take', (value: unknown) => {
    values.push(value);
    return null;
  });
  // Materialized: merged into the outer query, its order would count for nothing.
  connection.exec(`WITH taken(value) AS MATERIALIZED (${query}) SELECT keyops_take(value) FROM taken`);
  return values;
}

/** A text as SQL has it. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/**
 * Has the statements of a connection that was closed collected, where this process can collect garbage when it wants to
 * (`--expose-gc`, which the console sets): its files are closed when it resolves. Elsewhere they are closed some time later.
 */
export async function collectStatements(): Promise<void> {
  const collect: unknown = runInNewContext('globalThis.gc');
  if (typeof collect !== 'function') return;
  // What was used last may still be held by the job that used it, and finalizers run after the collection.
  await new Promise(setImmediate);
  (collect as () => void)();
  await new Promise(setImmediate);
}
