import { sql } from 'kysely';
import type { Store } from './store.ts';

/**
 * After so many writes of a process the server counts rows. A plan that is made before them may read a small table from end to
 * end, which is the fastest way then, and the server keeps it however large the table grows.
 */
const COUNTED_AFTER: readonly number[] = [256, 2_048, 16_384];

export const isToBeCounted = (writes: number): boolean => COUNTED_AFTER.includes(writes);

/**
 * Has PostgreSQL count the rows of this service's tables (`ANALYZE`), so that it plans their statements again. Autovacuum does so only
 * after a minute, and until then each signature would read every activity.
 */
export async function countRows(store: Store): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables
    WHERE schemaname = current_schema() AND tableowner = current_user`.execute(store);
  if (rows.length === 0) return;
  const tables = sql.join(rows.map(({ name }) => sql.table(name)));
  // One that autovacuum is at needs no other.
  await sql`ANALYZE (SKIP_LOCKED) ${tables}`.execute(store);
}
