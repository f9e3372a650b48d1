import type { Migration } from '#storage/migrate.ts';

export const firstTables: Migration = {
  name: '001-first-tables',
  statements: [
    `CREATE TABLE profile (
      id TEXT PRIMARY KEY,
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      base_url TEXT NOT NULL,
      organization_id TEXT,
      organization_name TEXT,
      created_at INTEGER NOT NULL
    ) STRICT`,
    `INSERT INTO profile VALUES ('local', 'local', 'Local', '', NULL, NULL, 0)`,
    `CREATE TABLE credential (
      public_key TEXT PRIMARY KEY,
      profile_id TEXT NOT NULL REFERENCES profile (id),
      curve TEXT NOT NULL,
      label TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      expires_at INTEGER
    ) STRICT`,
    'CREATE INDEX credential_of_profile ON credential (profile_id, created_at)',
    'CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT',
    `CREATE TABLE sent_request (
      fingerprint TEXT PRIMARY KEY,
      operation TEXT NOT NULL,
      body TEXT NOT NULL,
      profile_id TEXT NOT NULL,
      public_key TEXT NOT NULL,
      sent_at INTEGER NOT NULL,
      expectation TEXT NOT NULL,
      state TEXT NOT NULL
    ) STRICT`,
    `CREATE INDEX sent_request_open ON sent_request (sent_at) WHERE state <> 'answered'`,
  ],
};
