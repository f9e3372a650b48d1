import { openPostgres } from '#storage/postgres/open-postgres.ts';
import { migrations } from './migrations/all.ts';
import { RowMacs, keepMacs } from './row-macs.ts';
import type { ServiceSchema } from './schema.ts';
import type { Store } from './store.ts';

/**
 * Opens the service's database on a PostgreSQL. Its rows have no common seal and are not kept in memory: other processes
 * write them too (docs/decisions/177-one-schema-two-engines.md).
 * @param url as `readPostgresAddress` reads it
 * @param options how the password is had for each new connection, and what checks rows once it has the storage key
 * @throws StorageError those of `openPostgres`
 */
export const openPostgresStore = async (
  url: string,
  { password, macs = new RowMacs() }: { password?: (() => string) | undefined; macs?: RowMacs } = {},
): Promise<Store> => {
  const store = await openPostgres<ServiceSchema>(url, migrations, { password, plugin: macs.plugin });
  keepMacs(store, macs);
  return store;
};
