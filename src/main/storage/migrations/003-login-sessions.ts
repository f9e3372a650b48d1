import type { Migration } from '#storage/migrate.ts';

/** Credentials that are sessions, and what is known of them. */
export const loginSessionTable: Migration = {
  name: '003-login-sessions',
  statements: [
    `ALTER TABLE credential ADD COLUMN kind TEXT NOT NULL DEFAULT 'key'`,
    `CREATE TABLE login_session (
      public_key TEXT PRIMARY KEY REFERENCES credential (public_key) ON DELETE CASCADE,
      origin TEXT NOT NULL,
      organization_id TEXT NOT NULL,
      organization_name TEXT NOT NULL,
      user_id TEXT NOT NULL,
      username TEXT NOT NULL,
      last_used_at INTEGER
    ) STRICT`,
  ],
};
