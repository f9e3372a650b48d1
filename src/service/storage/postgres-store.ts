import { openPostgres } from '#storage/postgres/open-postgres.ts';
import { migrations } from './migrations/all.ts';
import type { ServiceSchema } from './schema.ts';
import type { Store } from './store.ts';

/**
 * Opens the service's database on a PostgreSQL. Its rows have no seal and are not kept in memory: other processes write
 * them too (docs/decisions/177-one-schema-two-engines.md).
 * @param url as `readPostgresAddress` reads it
 * @param password gives the password for each new connection; the address's own when left out
 * @throws StorageError those of `openPostgres`
 */
export const openPostgresStore = (url: string, password?: () => string): Promise<Store> =>
  openPostgres<ServiceSchema>(url, migrations, { password });
