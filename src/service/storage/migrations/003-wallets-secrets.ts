import type { Migration } from '#storage/migrate.ts';

/** The service's own keys, wallets, secrets, and the keys that imports are sealed to. Sealed columns are under the storage key. */
export const walletsAndSecrets: Migration = {
  name: '003-wallets-secrets',
  statements: ({ text, integer, bytes, end, thenRow }) => [
    `CREATE TABLE enclave_seed (name ${text} PRIMARY KEY, sealed_seed ${bytes} NOT NULL, created_at ${integer} NOT NULL${end}`,
    // The seed is kept beside the words: making it from them takes 2048 rounds, each time that an account signs.
    `CREATE TABLE wallet (
      id ${text} PRIMARY KEY,
      organization_id ${text} NOT NULL REFERENCES organization (id),
      name ${text} NOT NULL,
      sealed_words ${bytes} NOT NULL,
      sealed_seed ${bytes} NOT NULL,
      exported ${integer} NOT NULL,
      imported ${integer} NOT NULL,
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL
    ${end}`,
    'CREATE INDEX wallet_organization ON wallet (organization_id, created_at)',
    `CREATE TABLE wallet_account (
      id ${text} PRIMARY KEY,
      organization_id ${text} NOT NULL REFERENCES organization (id),
      wallet_id ${text} NOT NULL REFERENCES wallet (id),
      name ${text},
      curve ${text} NOT NULL,
      path_format ${text} NOT NULL,
      path ${text} NOT NULL,
      address_format ${text} NOT NULL,
      address ${text} NOT NULL,
      lookup ${text} NOT NULL,
      public_key ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL,
      UNIQUE (wallet_id, path, curve, address_format)
    ${end}`,
    // An index ends with the row's number: a page is read from these in the order of making.
    `CREATE INDEX wallet_account_organization ON wallet_account (organization_id${thenRow})`,
    `CREATE INDEX wallet_account_wallet ON wallet_account (organization_id, wallet_id${thenRow})`,
    `CREATE INDEX wallet_account_lookup ON wallet_account (organization_id, lookup${thenRow})`,
    `CREATE TABLE import_target (
      public_key ${text} PRIMARY KEY,
      organization_id ${text} NOT NULL REFERENCES organization (id),
      purpose ${text} NOT NULL,
      user_id ${text},
      sealed_key ${bytes} NOT NULL,
      expires_at ${integer} NOT NULL
    ${end}`,
    'CREATE INDEX import_target_user ON import_target (organization_id, purpose, user_id)',
    'CREATE INDEX import_target_expiry ON import_target (expires_at)',
    `CREATE TABLE secret (
      id ${text} PRIMARY KEY,
      organization_id ${text} NOT NULL REFERENCES organization (id),
      name ${text},
      static_properties ${text} NOT NULL,
      sealed_value ${bytes} NOT NULL,
      created_at ${integer} NOT NULL,
      UNIQUE (organization_id, name)
    ${end}`,
    `CREATE INDEX secret_organization ON secret (organization_id${thenRow})`,
  ],
};
