import type { Migration } from '#storage/migrate.ts';

/** The database's changes in their order. A new one goes to the end; one that was released never changes. */
export const MIGRATIONS: readonly Migration[] = [
  {
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
  },
  // The public keys of a profile's service, as JSON; null until its first start.
  {
    name: '002-pinned-keys',
    statements: ['ALTER TABLE profile ADD COLUMN pinned_keys TEXT'],
  },
  // Credentials that are sessions, and what is known of them.
  {
    name: '003-login-sessions',
    statements: [
      `ALTER TABLE credential ADD COLUMN kind TEXT NOT NULL DEFAULT 'key'`,
      `CREATE TABLE login_session (
      public_key TEXT PRIMARY KEY REFERENCES credential (public_key) ON DELETE CASCADE,
      origin TEXT NOT NULL,
      organization_id TEXT NOT NULL,
      organization_name TEXT NOT NULL,
      user_id TEXT NOT NULL,
      username TEXT NOT NULL,
      last_used_at INTEGER
    ) STRICT`,
    ],
  },
  // Parameters that the operator keeps under a name, to start a form from.
  {
    name: '004-templates',
    statements: [
      `CREATE TABLE template (
      operation TEXT NOT NULL,
      name TEXT NOT NULL,
      parameters TEXT NOT NULL,
      PRIMARY KEY (operation, name)
    ) STRICT`,
    ],
  },
  // Requests that are approved together and sent one after the other.
  {
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
  },
  // Credentials that are passkeys, and how their authenticators know them.
  {
    name: '006-passkeys',
    statements: [
      `CREATE TABLE passkey (
      public_key TEXT PRIMARY KEY REFERENCES credential (public_key) ON DELETE CASCADE,
      credential_id TEXT NOT NULL,
      rp_id TEXT NOT NULL,
      user_id TEXT NOT NULL,
      username TEXT NOT NULL,
      organization_name TEXT NOT NULL
    ) STRICT`,
    ],
  },
  // ABIs that the operator imported for contracts; a profile's own.
  {
    name: '007-contract-abis',
    statements: [
      `CREATE TABLE contract_abi (
      profile_id TEXT NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
      chain_id TEXT NOT NULL,
      address TEXT NOT NULL,
      name TEXT NOT NULL,
      abi TEXT NOT NULL,
      imported_at INTEGER NOT NULL,
      PRIMARY KEY (profile_id, chain_id, address)
    ) STRICT`,
    ],
  },
  // Sets that count only once they are whole, and requests that know the line of the file they came from.
  {
    name: '008-batches',
    statements: [
      'ALTER TABLE request_set ADD COLUMN is_whole INTEGER NOT NULL DEFAULT 1',
      'ALTER TABLE set_request ADD COLUMN line INTEGER',
      'ALTER TABLE set_request ADD COLUMN reference TEXT',
    ],
  },
  // Why a request of a set failed, so that it is said without the file of the results.
  {
    name: '009-request-failures',
    statements: [
      'ALTER TABLE set_request ADD COLUMN failure_code TEXT',
      'ALTER TABLE set_request ADD COLUMN failure_message TEXT',
    ],
  },
  // Finds sent requests by their state, oldest first: those without an end, and those that may be forgotten.
  {
    name: '010-sent-request-states',
    statements: [
      'DROP INDEX sent_request_open',
      'CREATE INDEX sent_request_state ON sent_request (state, sent_at)',
    ],
  },
  // What tells a request that was approved from a row that somebody wrote; null for those of an earlier version.
  {
    name: '011-sent-request-mac',
    statements: ['ALTER TABLE sent_request ADD COLUMN mac TEXT'],
  },
  // Whom completed transactions of a profile paid; each row with its MAC, so that nobody writes in whom to trust.
  {
    name: '012-earlier-recipients',
    statements: [
      `CREATE TABLE earlier_recipient (
      profile_id TEXT NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
      chain TEXT NOT NULL,
      address TEXT NOT NULL,
      paid_at INTEGER NOT NULL,
      mac TEXT NOT NULL,
      PRIMARY KEY (profile_id, chain, address)
    ) STRICT`,
      'CREATE INDEX earlier_recipient_by_time ON earlier_recipient (profile_id, chain, paid_at)',
    ],
  },
  // How a profile's requests travel, as JSON (null: as by default), and how often it moved to another place.
  {
    name: '013-profile-network',
    statements: [
      'ALTER TABLE profile ADD COLUMN network TEXT',
      'ALTER TABLE profile ADD COLUMN moves INTEGER NOT NULL DEFAULT 0',
    ],
  },
  // For which of its profile's places a set was made; those of before this stay for the first one.
  {
    name: '014-set-places',
    statements: ['ALTER TABLE request_set ADD COLUMN moves INTEGER NOT NULL DEFAULT 0'],
  },
  // The contacts of each profile in one text; the digest that makes it count is in the keychain.
  {
    name: '015-contacts',
    statements: [
      `CREATE TABLE contact_book (
      profile_id TEXT PRIMARY KEY REFERENCES profile (id) ON DELETE CASCADE,
      content TEXT NOT NULL
    ) STRICT`,
    ],
  },
  // What tells an ABI that was imported here from a row that somebody wrote; null for those of an earlier version.
  {
    name: '016-contract-abi-mac',
    statements: ['ALTER TABLE contract_abi ADD COLUMN mac TEXT'],
  },
  // The highest nonce that each address signed, which the form of payments suggests the next one from.
  {
    name: '017-signed-nonces',
    statements: [
      `CREATE TABLE signed_nonce (
      profile_id TEXT NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
      chain TEXT NOT NULL,
      network TEXT NOT NULL,
      address TEXT NOT NULL,
      nonce TEXT NOT NULL,
      signed_at INTEGER NOT NULL,
      mac TEXT NOT NULL,
      PRIMARY KEY (profile_id, chain, network, address)
    ) STRICT`,
    ],
  },
  // Transcripts of key ceremonies, as their files are. The journal says which copy is the newest.
  {
    name: '018-key-ceremonies',
    statements: [
      `CREATE TABLE key_ceremony (
      ceremony TEXT PRIMARY KEY,
      organization_id TEXT NOT NULL,
      transcript BLOB NOT NULL,
      kept_at INTEGER NOT NULL
    ) STRICT`,
    ],
  },
  // What the operator narrows lists by, under names. Those of the activities were one text in the settings; what reads as no filter
  // stays behind.
  {
    name: '019-saved-filters',
    statements: [
      `CREATE TABLE saved_filter (
      profile_id TEXT NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
      list TEXT NOT NULL,
      name TEXT NOT NULL,
      filter TEXT NOT NULL,
      PRIMARY KEY (profile_id, list, name)
    ) STRICT`,
      `INSERT OR IGNORE INTO saved_filter (profile_id, list, name, filter)
      SELECT profile.id, 'activities', json_extract(entry.value, '$.name'), json_extract(entry.value, '$.filter')
      FROM profile
      JOIN setting ON setting.name = 'activity-filters.' || profile.id
      JOIN json_each(CASE WHEN json_valid(setting.value) THEN setting.value ELSE '[]' END) AS entry
      WHERE CASE WHEN entry.type = 'object' THEN json_type(entry.value, '$.name') END = 'text'
        AND CASE WHEN entry.type = 'object' THEN json_type(entry.value, '$.filter') END = 'object'
      LIMIT 1000`,
      "DELETE FROM setting WHERE name LIKE 'activity-filters.%'",
    ],
  },
  // What files call the requests that became activities; each row with its MAC, so that nobody writes in what a payment is for.
  {
    name: '020-activity-references',
    statements: [
      `CREATE TABLE activity_reference (
      profile_id TEXT NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
      activity_id TEXT NOT NULL,
      reference TEXT NOT NULL,
      mac TEXT NOT NULL,
      PRIMARY KEY (profile_id, activity_id)
    ) STRICT, WITHOUT ROWID`,
    ],
  },
  // Rows that the operator left out of a batch, so that the caution is shown again when the batch is resumed.
  {
    name: '021-rows-left-out',
    statements: [
      'ALTER TABLE request_set ADD COLUMN left_out INTEGER NOT NULL DEFAULT 0',
      "ALTER TABLE request_set ADD COLUMN left_out_lines TEXT NOT NULL DEFAULT ''",
    ],
  },
];
