import type { Migration } from '#storage/migrate.ts';

/** Lists (user ids, tags, rules, evaluations) are JSON text; booleans are 0 or 1. */
export const consensus: Migration = {
  name: '002-consensus',
  statements: ({ text, integer, user, end, endKeyed, ofEarlier }) => [
    `CREATE TABLE root_quorum (
      organization_id ${text} PRIMARY KEY REFERENCES organization (id),
      threshold ${integer} NOT NULL,
      user_ids ${text} NOT NULL
    ${end}`,
    // Until now the one root user was the quorum.
    ...ofEarlier([
      `INSERT INTO root_quorum (organization_id, threshold, user_ids)
      SELECT organization.value, 1, json_array(root.value) FROM setting AS organization, setting AS root
      WHERE organization.name = 'root-organization' AND root.name = 'root-user'`,
    ]),
    `ALTER TABLE ${user} ADD COLUMN email ${text}`,
    `ALTER TABLE ${user} ADD COLUMN phone_number ${text}`,
    `ALTER TABLE ${user} ADD COLUMN tags ${text} NOT NULL DEFAULT '[]'`,
    `ALTER TABLE activity ADD COLUMN failure ${text}`,
    `CREATE TABLE policy (
      id ${text} PRIMARY KEY,
      organization_id ${text} NOT NULL REFERENCES organization (id),
      name ${text} NOT NULL,
      effect ${text} NOT NULL,
      condition ${text},
      consensus ${text},
      time ${text},
      notes ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL,
      UNIQUE (organization_id, name)
    ${end}`,
    `CREATE TABLE policy_evaluation (
      id ${text} NOT NULL,
      organization_id ${text} NOT NULL REFERENCES organization (id),
      activity_id ${text} NOT NULL,
      vote_id ${text} NOT NULL,
      evaluations ${text} NOT NULL,
      created_at ${integer} NOT NULL
    ${end}`,
    'CREATE INDEX policy_evaluation_activity ON policy_evaluation (activity_id)',
    `CREATE TABLE invitation (
      id ${text} PRIMARY KEY,
      organization_id ${text} NOT NULL REFERENCES organization (id),
      sender_user_id ${text} NOT NULL,
      receiver_user_name ${text} NOT NULL,
      receiver_email ${text} NOT NULL,
      receiver_user_tags ${text} NOT NULL,
      access_type ${text} NOT NULL,
      status ${text} NOT NULL,
      expires_at ${integer} NOT NULL,
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL
    ${end}`,
    'CREATE INDEX invitation_organization ON invitation (organization_id, created_at)',
    `CREATE TABLE organization_feature (
      organization_id ${text} NOT NULL REFERENCES organization (id),
      name ${text} NOT NULL,
      value ${text} NOT NULL,
      PRIMARY KEY (organization_id, name)
    ${endKeyed}`,
    // The allowlist of an API key has its public key, that of the organization an empty text.
    `CREATE TABLE ip_allowlist (
      organization_id ${text} NOT NULL REFERENCES organization (id),
      public_key ${text} NOT NULL,
      enabled ${integer} NOT NULL,
      on_evaluation_error ${text} NOT NULL,
      rules ${text} NOT NULL,
      PRIMARY KEY (organization_id, public_key)
    ${endKeyed}`,
  ],
};
