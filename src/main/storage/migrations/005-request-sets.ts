import type { Migration } from '#storage/migrate.ts';

/** Requests that are approved together and sent one after the other. */
export const requestSetTables: Migration = {
  name: '005-request-sets',
  statements: [
    `CREATE TABLE request_set (
      id TEXT PRIMARY KEY,
      purpose TEXT NOT NULL,
      title TEXT NOT NULL,
      results TEXT,
      profile_id TEXT NOT NULL,
      public_key TEXT NOT NULL,
      organization_id TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT`,
    `CREATE TABLE set_request (
      set_id TEXT NOT NULL REFERENCES request_set (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      operation TEXT NOT NULL,
      body TEXT NOT NULL,
      state TEXT NOT NULL,
      activity_id TEXT,
      PRIMARY KEY (set_id, position)
    ) STRICT, WITHOUT ROWID`,
    'CREATE INDEX set_request_state ON set_request (set_id, state, position)',
  ],
};
