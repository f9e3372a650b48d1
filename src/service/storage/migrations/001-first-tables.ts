import type { Migration } from '#storage/migrate.ts';

/** Times are milliseconds since the epoch; ids are lowercase UUIDs; intents, results and users are JSON text. */
export const firstTables: Migration = {
  name: '001-first-tables',
  statements: ({ text, integer, bytes, user, end, endKeyed, thenRow }) => [
    `CREATE TABLE setting (name ${text} PRIMARY KEY, value ${text} NOT NULL${end}`,
    `CREATE TABLE organization (id ${text} PRIMARY KEY, name ${text} NOT NULL, created_at ${integer} NOT NULL${end}`,
    `CREATE TABLE ${user} (
      id ${text} PRIMARY KEY,
      organization_id ${text} NOT NULL REFERENCES organization (id),
      name ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL
    ${end}`,
    `CREATE INDEX user_organization ON ${user} (organization_id${thenRow})`,
    `CREATE TABLE api_key (
      id ${text} PRIMARY KEY,
      organization_id ${text} NOT NULL REFERENCES organization (id),
      user_id ${text} NOT NULL REFERENCES ${user} (id),
      name ${text} NOT NULL,
      public_key ${text} NOT NULL,
      curve ${text} NOT NULL,
      expiration_seconds ${text},
      expires_at ${integer},
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL,
      UNIQUE (organization_id, public_key)
    ${end}`,
    'CREATE INDEX api_key_user ON api_key (user_id)',
    'CREATE INDEX api_key_public_key ON api_key (public_key)',
    `CREATE TABLE private_key (
      id ${text} PRIMARY KEY,
      organization_id ${text} NOT NULL REFERENCES organization (id),
      name ${text} NOT NULL,
      curve ${text} NOT NULL,
      public_key ${text} NOT NULL,
      sealed_key ${bytes} NOT NULL,
      tags ${text} NOT NULL,
      exported ${integer} NOT NULL,
      imported ${integer} NOT NULL,
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL
    ${end}`,
    'CREATE INDEX private_key_organization ON private_key (organization_id, created_at)',
    `CREATE TABLE private_key_address (
      private_key_id ${text} NOT NULL REFERENCES private_key (id),
      position ${integer} NOT NULL,
      format ${text} NOT NULL,
      address ${text} NOT NULL,
      lookup ${text} NOT NULL,
      PRIMARY KEY (private_key_id, position)
    ${endKeyed}`,
    'CREATE INDEX private_key_address_lookup ON private_key_address (lookup)',
    // Every index of these two is one more page to flush for each activity: ids need to be unique within their
    // organization only, and a vote is reached through its activity.
    `CREATE TABLE activity (
      id ${text} NOT NULL,
      organization_id ${text} NOT NULL REFERENCES organization (id),
      type ${text} NOT NULL,
      status ${text} NOT NULL,
      intent ${text} NOT NULL,
      result ${text},
      fingerprint ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL,
      PRIMARY KEY (organization_id, id),
      UNIQUE (organization_id, fingerprint)
    ${end}`,
    `CREATE TABLE vote (
      id ${text} NOT NULL,
      activity_id ${text} NOT NULL,
      user_id ${text} NOT NULL,
      ${user} ${text} NOT NULL,
      selection ${text} NOT NULL,
      message ${text} NOT NULL,
      public_key ${text} NOT NULL,
      signature ${text} NOT NULL,
      scheme ${text} NOT NULL,
      created_at ${integer} NOT NULL
    ${end}`,
    'CREATE INDEX vote_activity ON vote (activity_id)',
  ],
};
