import type { Migration } from '#storage/migrate.ts';

/** Lists (user ids, tags, rules, evaluations) are JSON text; booleans are 0 or 1. */
export const consensus: Migration = {
  name: '002-consensus',
  statements: [
    `CREATE TABLE root_quorum (
      organization_id TEXT PRIMARY KEY REFERENCES organization (id),
      threshold INTEGER NOT NULL,
      user_ids TEXT NOT NULL
    ) STRICT`,
    // Until now the one root user was the quorum.
    `INSERT INTO root_quorum (organization_id, threshold, user_ids)
      SELECT organization.value, 1, json_array(root.value) FROM setting AS organization, setting AS root
      WHERE organization.name = 'root-organization' AND root.name = 'root-user'`,
    'ALTER TABLE user ADD COLUMN email TEXT',
    'ALTER TABLE user ADD COLUMN phone_number TEXT',
    `ALTER TABLE user ADD COLUMN tags TEXT NOT NULL DEFAULT '[]'`,
    'ALTER TABLE activity ADD COLUMN failure TEXT',
    `CREATE TABLE policy (
      id TEXT PRIMARY KEY,
      organization_id TEXT NOT NULL REFERENCES organization (id),
      name TEXT NOT NULL,
      effect TEXT NOT NULL,
      condition TEXT,
      consensus TEXT,
      time TEXT,
      notes TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      UNIQUE (organization_id, name)
    ) STRICT`,
    `CREATE TABLE policy_evaluation (
      id TEXT NOT NULL,
      organization_id TEXT NOT NULL REFERENCES organization (id),
      activity_id TEXT NOT NULL,
      vote_id TEXT NOT NULL,
      evaluations TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT`,
    'CREATE INDEX policy_evaluation_activity ON policy_evaluation (activity_id)',
    `CREATE TABLE invitation (
      id TEXT PRIMARY KEY,
      organization_id TEXT NOT NULL REFERENCES organization (id),
      sender_user_id TEXT NOT NULL,
      receiver_user_name TEXT NOT NULL,
      receiver_email TEXT NOT NULL,
      receiver_user_tags TEXT NOT NULL,
      access_type TEXT NOT NULL,
      status TEXT NOT NULL,
      expires_at INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT`,
    'CREATE INDEX invitation_organization ON invitation (organization_id, created_at)',
    `CREATE TABLE organization_feature (
      organization_id TEXT NOT NULL REFERENCES organization (id),
      name TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (organization_id, name)
    ) STRICT, WITHOUT ROWID`,
    // The allowlist of an API key has its public key, that of the organization an empty text.
    `CREATE TABLE ip_allowlist (
      organization_id TEXT NOT NULL REFERENCES organization (id),
      public_key TEXT NOT NULL,
      enabled INTEGER NOT NULL,
      on_evaluation_error TEXT NOT NULL,
      rules TEXT NOT NULL,
      PRIMARY KEY (organization_id, public_key)
    ) STRICT, WITHOUT ROWID`,
  ],
};
