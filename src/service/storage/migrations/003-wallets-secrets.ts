import type { Migration } from '#storage/migrate.ts';

/** The service's own keys, wallets, secrets, and the keys that imports are sealed to. Sealed columns are under the storage key. */
export const walletsAndSecrets: Migration = {
  name: '003-wallets-secrets',
  statements: [
    'CREATE TABLE enclave_seed (name TEXT PRIMARY KEY, sealed_seed BLOB NOT NULL, created_at INTEGER NOT NULL) STRICT',
    // The seed is kept beside the words: making it from them takes 2048 rounds, each time that an account signs.
    `CREATE TABLE wallet (
      id TEXT PRIMARY KEY,
      organization_id TEXT NOT NULL REFERENCES organization (id),
      name TEXT NOT NULL,
      sealed_words BLOB NOT NULL,
      sealed_seed BLOB NOT NULL,
      exported INTEGER NOT NULL,
      imported INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT`,
    'CREATE INDEX wallet_organization ON wallet (organization_id, created_at)',
    `CREATE TABLE wallet_account (
      id TEXT PRIMARY KEY,
      organization_id TEXT NOT NULL REFERENCES organization (id),
      wallet_id TEXT NOT NULL REFERENCES wallet (id),
      name TEXT,
      curve TEXT NOT NULL,
      path_format TEXT NOT NULL,
      path TEXT NOT NULL,
      address_format TEXT NOT NULL,
      address TEXT NOT NULL,
      lookup TEXT NOT NULL,
      public_key TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      UNIQUE (wallet_id, path, curve, address_format)
    ) STRICT`,
    // An index ends with the row's number: a page is read from these in the order of making.
    'CREATE INDEX wallet_account_organization ON wallet_account (organization_id)',
    'CREATE INDEX wallet_account_wallet ON wallet_account (organization_id, wallet_id)',
    'CREATE INDEX wallet_account_lookup ON wallet_account (organization_id, lookup)',
    `CREATE TABLE import_target (
      public_key TEXT PRIMARY KEY,
      organization_id TEXT NOT NULL REFERENCES organization (id),
      purpose TEXT NOT NULL,
      user_id TEXT,
      sealed_key BLOB NOT NULL,
      expires_at INTEGER NOT NULL
    ) STRICT`,
    'CREATE INDEX import_target_user ON import_target (organization_id, purpose, user_id)',
    'CREATE INDEX import_target_expiry ON import_target (expires_at)',
    `CREATE TABLE secret (
      id TEXT PRIMARY KEY,
      organization_id TEXT NOT NULL REFERENCES organization (id),
      name TEXT,
      static_properties TEXT NOT NULL,
      sealed_value BLOB NOT NULL,
      created_at INTEGER NOT NULL,
      UNIQUE (organization_id, name)
    ) STRICT`,
    'CREATE INDEX secret_organization ON secret (organization_id)',
  ],
};
