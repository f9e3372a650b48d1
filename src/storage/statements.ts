// The driver never finalizes a statement itself: SQLite keeps a closed database's files open until the last one was collected.
import { setFlagsFromString } from 'node:v8';
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
 * V8's collection of garbage, which it gives to contexts that are made while it is exposed. A program that exposes it for itself
 * (`zeroFreedMemory`) keeps it so; for another, such as `keyops`, it is exposed for this one question.
 */
function findCollection(): () => void {
  const find = (): unknown => runInNewContext('globalThis.gc');
  let found = find();
  if (typeof found !== 'function') {
    setFlagsFromString('--expose-gc');
    found = find();
    setFlagsFromString('--no-expose-gc');
  }
  return typeof found === 'function' ? (found as () => void) : () => undefined;
}

/**
 * Has the statements of a connection that was closed collected, in any program: its files are closed when it resolves. Only
 * where it matters, on Windows; elsewhere a file that is open can be renamed and removed, and a collection for that alone
 * takes a program that holds much half a second.
 * @param matters whether a file that stays open does harm. It does on Windows, and in a process that goes on while another one
 *   opens the database: a late collection would remove the log that the other one left
 */
export async function collectStatements(matters = process.platform === 'win32'): Promise<void> {
  if (!matters) return;
  const collect = findCollection();
  // What was used last may still be held by the job that used it, and finalizers run after the collection.
  await new Promise(setImmediate);
  collect();
  await new Promise(setImmediate);
}
