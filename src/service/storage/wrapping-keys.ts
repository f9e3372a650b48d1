import { sql } from 'kysely';
import { SEALED_VALUES } from '../keys/sealed-values.ts';
import { insertRow } from './rows.ts';
import type { WrappingKeyRow } from './schema.ts';
import type { Store } from './store.ts';

/** The versions of the wrapping key that a database knows, the oldest first. */
export const wrappingKeyRows = (store: Store): Promise<WrappingKeyRow[]> =>
  store.selectFrom('wrapping_key').selectAll().orderBy('version').execute();

/** Keeps versions of the wrapping key. */
export async function insertWrappingKeys(store: Store, rows: readonly WrappingKeyRow[]): Promise<void> {
  for (const row of rows) await insertRow(store, 'wrapping_key', row);
}

/** Whether a row is under a version of the wrapping key. */
export async function isInUse(store: Store, version: number): Promise<boolean> {
  for (const table of Object.keys(SEALED_VALUES)) {
    const under = sql`SELECT 1 FROM ${sql.table(table)} WHERE key_version = ${version} LIMIT 1`;
    if ((await under.execute(store)).rows.length > 0) return true;
  }
  return false;
}
