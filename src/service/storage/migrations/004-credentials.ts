import type { Migration } from '#storage/migrate.ts';

/** What belongs to a user or to a key goes with it. Credential ids are base64url, transports JSON text. */
export const credentials: Migration = {
  name: '004-credentials',
  statements: ({ text, integer, bytes, user, end, endKeyed }) => [
    `CREATE TABLE authenticator (
      id ${text} PRIMARY KEY,
      organization_id ${text} NOT NULL REFERENCES organization (id),
      user_id ${text} NOT NULL REFERENCES ${user} (id) ON DELETE CASCADE,
      name ${text} NOT NULL,
      credential_id ${text} NOT NULL,
      public_key ${text} NOT NULL,
      cose_key ${bytes} NOT NULL,
      counter ${integer} NOT NULL,
      transports ${text} NOT NULL,
      attestation_type ${text} NOT NULL,
      aaguid ${text} NOT NULL,
      rp_id ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL,
      UNIQUE (organization_id, credential_id)
    ${end}`,
    'CREATE INDEX authenticator_user ON authenticator (user_id)',
    'CREATE INDEX authenticator_credential ON authenticator (credential_id)',
    // Profiles are never changed or deleted: sessions refer to what they were made with.
    `CREATE TABLE session_profile (
      id ${text} PRIMARY KEY,
      organization_id ${text} NOT NULL REFERENCES organization (id),
      name ${text} NOT NULL,
      scope ${text} NOT NULL,
      expiration_seconds ${text},
      notes ${text},
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL,
      UNIQUE (organization_id, name)
    ${end}`,
    `CREATE TABLE session_key (
      api_key_id ${text} PRIMARY KEY REFERENCES api_key (id) ON DELETE CASCADE,
      kind ${text} NOT NULL,
      session_profile_id ${text} REFERENCES session_profile (id)
    ${endKeyed}`,
    `CREATE TABLE oauth_provider (
      id ${text} PRIMARY KEY,
      organization_id ${text} NOT NULL REFERENCES organization (id),
      user_id ${text} NOT NULL REFERENCES ${user} (id) ON DELETE CASCADE,
      name ${text} NOT NULL,
      issuer ${text} NOT NULL,
      audience ${text} NOT NULL,
      subject ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL,
      UNIQUE (organization_id, issuer, audience, subject)
    ${end}`,
    'CREATE INDEX oauth_provider_user ON oauth_provider (user_id)',
  ],
};
