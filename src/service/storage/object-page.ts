import { sql, type SelectQueryBuilder } from 'kysely';
import type { ServiceSchema } from './schema.ts';

/** A page of objects in the order in which they were made: at most `limit`, made before or after an object of an id. */
export interface ObjectPage {
  readonly limit: number;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/**
 * Narrows a query on a table to a page of it, oldest first; `before` alone gives the objects right before its object.
 * A cursor that names no object gives none.
 * @returns the rows in order
 */
export async function pageOf<T extends 'wallet_account' | 'secret' | 'private_key', O>(
  table: T,
  query: SelectQueryBuilder<ServiceSchema, T, O>,
  { limit, before, after }: ObjectPage,
): Promise<O[]> {
  const rowid = sql.ref<number>(`${table}.rowid`);
  const placeOf = (id: string) => sql<number>`(SELECT rowid FROM ${sql.table(table)} WHERE id = ${id})`;
  const backwards = before !== undefined && after === undefined;
  let narrowed = query;
  if (before !== undefined) narrowed = narrowed.where(sql<boolean>`${rowid} < ${placeOf(before)}`);
  if (after !== undefined) narrowed = narrowed.where(sql<boolean>`${rowid} > ${placeOf(after)}`);
  const rows = await narrowed
    .orderBy(rowid, backwards ? 'desc' : 'asc')
    .limit(limit)
    .execute();
  return backwards ? rows.reverse() : rows;
}
