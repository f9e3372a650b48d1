import type { Migration } from '#storage/migrate.ts';

/**
 * The version of the rows that processes keep in memory: each transaction that changes one of them gives the organization's row
 * another. It is random and counts nothing, so that no copy of the database has the same one for other rows. One service
 * has one organization. Never changed: tables that come later get triggers of their own.
 */
export const rowsVersion: Migration = {
  name: '020-rows-version',
  statements: ({ user, ofSeveral }) =>
    ofSeveral([
      'ALTER TABLE organization ADD COLUMN rows_version UUID NOT NULL DEFAULT gen_random_uuid()',
      'ALTER TABLE organization ADD COLUMN rows_changed_by XID8',
      // Once for each transaction: what it changes after that is kept with the same commit.
      `CREATE FUNCTION keyops_rows_changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        UPDATE organization SET rows_version = gen_random_uuid(), rows_changed_by = pg_current_xact_id()
        WHERE rows_changed_by IS DISTINCT FROM pg_current_xact_id();
        RETURN NULL;
      END $$`,
      ...[
        ...[user, 'api_key', 'session_key', 'session_profile', 'authenticator', 'oauth_provider'],
        ...['root_quorum', 'policy', 'ip_allowlist', 'webhook_endpoint'],
        ...['private_key', 'private_key_address', 'wallet', 'wallet_account', 'secret'],
      ].map(
        (
          table,
        ) => `CREATE TRIGGER keyops_rows_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON ${table}
          FOR EACH STATEMENT EXECUTE FUNCTION keyops_rows_changed()`,
      ),
    ]),
};
