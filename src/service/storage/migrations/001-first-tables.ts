import type { Migration } from '#storage/migrate.ts';

/** Times are milliseconds since the epoch; ids are lowercase UUIDs; intents, results and users are JSON text. */
export const firstTables: Migration = {
  name: '001-first-tables',
  statements: [
    'CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT',
    'CREATE TABLE organization (id TEXT PRIMARY KEY, name TEXT NOT NULL, created_at INTEGER NOT NULL) STRICT',
    `CREATE TABLE user (
      id TEXT PRIMARY KEY,
      organization_id TEXT NOT NULL REFERENCES organization (id),
      name TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT`,
    'CREATE INDEX user_organization ON user (organization_id)',
    `CREATE TABLE api_key (
      id TEXT PRIMARY KEY,
      organization_id TEXT NOT NULL REFERENCES organization (id),
      user_id TEXT NOT NULL REFERENCES user (id),
      name TEXT NOT NULL,
      public_key TEXT NOT NULL,
      curve TEXT NOT NULL,
      expiration_seconds TEXT,
      expires_at INTEGER,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      UNIQUE (organization_id, public_key)
    ) STRICT`,
    'CREATE INDEX api_key_user ON api_key (user_id)',
    'CREATE INDEX api_key_public_key ON api_key (public_key)',
    `CREATE TABLE private_key (
      id TEXT PRIMARY KEY,
      organization_id TEXT NOT NULL REFERENCES organization (id),
      name TEXT NOT NULL,
      curve TEXT NOT NULL,
      public_key TEXT NOT NULL,
      sealed_key BLOB NOT NULL,
      tags TEXT NOT NULL,
      exported INTEGER NOT NULL,
      imported INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT`,
    'CREATE INDEX private_key_organization ON private_key (organization_id, created_at)',
    `CREATE TABLE private_key_address (
      private_key_id TEXT NOT NULL REFERENCES private_key (id),
      position INTEGER NOT NULL,
      format TEXT NOT NULL,
      address TEXT NOT NULL,
      lookup TEXT NOT NULL,
      PRIMARY KEY (private_key_id, position)
    ) STRICT, WITHOUT ROWID`,
    'CREATE INDEX private_key_address_lookup ON private_key_address (lookup)',
    // Every index of these two is one more page to flush for each activity: ids need to be unique within their
    // organization only, and a vote is reached through its activity.
    `CREATE TABLE activity (
      id TEXT NOT NULL,
      organization_id TEXT NOT NULL REFERENCES organization (id),
      type TEXT NOT NULL,
      status TEXT NOT NULL,
      intent TEXT NOT NULL,
      result TEXT,
      fingerprint TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      PRIMARY KEY (organization_id, id),
      UNIQUE (organization_id, fingerprint)
    ) STRICT`,
    `CREATE TABLE vote (
      id TEXT NOT NULL,
      activity_id TEXT NOT NULL,
      user_id TEXT NOT NULL,
      user TEXT NOT NULL,
      selection TEXT NOT NULL,
      message TEXT NOT NULL,
      public_key TEXT NOT NULL,
      signature TEXT NOT NULL,
      scheme TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT`,
    'CREATE INDEX vote_activity ON vote (activity_id)',
  ],
};
