import type { Migration } from '#storage/migrate.ts';

/** Credentials that are passkeys, and how their authenticators know them. */
export const passkeyTable: Migration = {
  name: '006-passkeys',
  statements: [
    `CREATE TABLE passkey (
      public_key TEXT PRIMARY KEY REFERENCES credential (public_key) ON DELETE CASCADE,
      credential_id TEXT NOT NULL,
      rp_id TEXT NOT NULL,
      user_id TEXT NOT NULL,
      username TEXT NOT NULL,
      organization_name TEXT NOT NULL
    ) STRICT`,
  ],
};
