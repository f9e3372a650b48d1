import { PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { Store } from './store.ts';

/** Whether a store is a database of a PostgreSQL, which other processes may work with at the same time. */
export const isPostgres = (store: Store): boolean => store.getExecutor().adapter instanceof PostgresAdapter;

/** Where a statement's parameter stands, counted from 0, in a statement that is written by hand. */
export const parameterAt = (store: Store, index: number): string =>
  isPostgres(store) ? `$${index + 1}` : '?';

/** The clock of a PostgreSQL, as it is now, whatever transaction asks; milliseconds since the epoch. */
export async function serverTimeMs(store: Store): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`.execute(store);
  const [row] = rows;
  if (row === undefined) throw new Error('The server told no time.');
  return row.ms;
}

/**
 * The texts of a list, as a table with the column `value`. One parameter however many there are: a statement takes only so
 * many.
 * @param texts JSON text of the list
 */
export const elementsOf = (store: Store, texts: string): RawBuilder<unknown> =>
  isPostgres(store)
    ? sql`(SELECT listed COLLATE "C" AS value FROM json_array_elements_text(${texts}::json) AS listed) AS elements`
    : sql`json_each(${texts})`;

/** Whether a column has a text within it; ASCII letters in any case. */
export const hasWithin = (store: Store, column: string, text: string): RawBuilder<boolean> =>
  isPostgres(store)
    ? sql<boolean>`strpos(lower(${sql.ref(column)}), lower(${text})) > 0`
    : sql<boolean>`instr(lower(${sql.ref(column)}), lower(${text})) > 0`;
