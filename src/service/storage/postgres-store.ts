import type { PoolOptions } from '#storage/postgres/connect.ts';
import { openPostgres } from '#storage/postgres/open-postgres.ts';
import { migrations } from './migrations/all.ts';
import { RowMacs, keepMacs } from './row-macs.ts';
import type { ServiceSchema } from './schema.ts';
import type { Store } from './store.ts';

interface PostgresStoreOptions extends Pick<PoolOptions, 'password' | 'answerMs'> {
  readonly macs?: RowMacs;
}

/**
 * Opens the service's database on a PostgreSQL. Its rows have no common seal and are not kept in memory: other processes
 * write them too (docs/decisions/177-one-schema-two-engines.md).
 * @param url as `readPostgresAddress` reads it
 * @param options how the password is had for each new connection, how long a statement waits for its answer, and what checks rows
 *   once it has the storage key
 * @throws StorageError those of `openPostgres`
 */
export const openPostgresStore = async (
  url: string,
  { password, macs = new RowMacs(), answerMs }: PostgresStoreOptions = {},
): Promise<Store> => {
  const options = { password, plugin: macs.plugin, answerMs };
  const store = await openPostgres<ServiceSchema>(url, migrations, options);
  keepMacs(store, macs);
  return store;
};
