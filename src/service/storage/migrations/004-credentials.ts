import type { Migration } from '#storage/migrate.ts';

/** What belongs to a user or to a key goes with it. Credential ids are base64url, transports JSON text. */
export const credentials: Migration = {
  name: '004-credentials',
  statements: [
    `CREATE TABLE authenticator (
      id TEXT PRIMARY KEY,
      organization_id TEXT NOT NULL REFERENCES organization (id),
      user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      credential_id TEXT NOT NULL,
      public_key TEXT NOT NULL,
      cose_key BLOB NOT NULL,
      counter INTEGER NOT NULL,
      transports TEXT NOT NULL,
      attestation_type TEXT NOT NULL,
      aaguid TEXT NOT NULL,
      rp_id TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      UNIQUE (organization_id, credential_id)
    ) STRICT`,
    'CREATE INDEX authenticator_user ON authenticator (user_id)',
    'CREATE INDEX authenticator_credential ON authenticator (credential_id)',
    // Profiles are never changed or deleted: sessions refer to what they were made with.
    `CREATE TABLE session_profile (
      id TEXT PRIMARY KEY,
      organization_id TEXT NOT NULL REFERENCES organization (id),
      name TEXT NOT NULL,
      scope TEXT NOT NULL,
      expiration_seconds TEXT,
      notes TEXT,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      UNIQUE (organization_id, name)
    ) STRICT`,
    `CREATE TABLE session_key (
      api_key_id TEXT PRIMARY KEY REFERENCES api_key (id) ON DELETE CASCADE,
      kind TEXT NOT NULL,
      session_profile_id TEXT REFERENCES session_profile (id)
    ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE oauth_provider (
      id TEXT PRIMARY KEY,
      organization_id TEXT NOT NULL REFERENCES organization (id),
      user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      issuer TEXT NOT NULL,
      audience TEXT NOT NULL,
      subject TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      UNIQUE (organization_id, issuer, audience, subject)
    ) STRICT`,
    'CREATE INDEX oauth_provider_user ON oauth_provider (user_id)',
  ],
};
