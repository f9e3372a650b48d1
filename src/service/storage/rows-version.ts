import { sql } from 'kysely';
import type { Store } from './store.ts';

/**
 * Tables whose rows are kept in memory on PostgreSQL, until the version of the rows is another: what is read for each signature.
 * Each has a trigger of migration 020.
 */
export const KEPT_TABLES: ReadonlySet<string> = new Set([
  ...['user', 'api_key', 'session_key', 'session_profile', 'authenticator', 'oauth_provider'],
  ...['root_quorum', 'policy', 'ip_allowlist', 'webhook_endpoint'],
  ...['private_key', 'private_key_address', 'wallet', 'wallet_account', 'secret'],
]);

/** The version of an organization's rows; undefined for an organization that isn't there. */
export async function rowsVersionOf(store: Store, organizationId: string): Promise<string | undefined> {
  const { rows } = await sql<{ version: string }>`SELECT rows_version AS version FROM organization
    WHERE id = ${organizationId}`.execute(store);
  return rows[0]?.version;
}

/**
 * Forgets which transaction changed rows last where its number is of another server, whose dump this database was restored from:
 * the one that comes to the same number here would give the rows no other version. To be asked at the start of a process.
 */
export async function forgetForeignChange(store: Store): Promise<void> {
  await sql`UPDATE organization SET rows_changed_by = NULL
    WHERE rows_changed_by >= pg_current_xact_id()`.execute(store);
}
