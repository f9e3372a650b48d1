import type { Migration } from '#storage/migrate.ts';
import { firstTables } from './001-first-tables.ts';
import { consensus } from './002-consensus.ts';
import { walletsAndSecrets } from './003-wallets-secrets.ts';
import { credentials } from './004-credentials.ts';
import { webhooks } from './005-webhooks.ts';
import { providers } from './006-providers.ts';
import { solanaHistory } from './009-solana-history.ts';
import { spentSealings } from './012-spent-sealings.ts';
import { rowsVersion } from './020-rows-version.ts';

/** Lists of activities by type or status stay fast, also for a type that a hundred thousand activities do not have. */
const activityFilters: Migration = {
  name: '007-activity-filters',
  statements: [
    'CREATE INDEX activity_type ON activity (organization_id, type, id)',
    'CREATE INDEX activity_status ON activity (organization_id, status, id)',
  ],
};

/** Why a claim of swap fees failed, what the relay looks for, and private keys in the order of their making without sorting. */
const claimsAndKeyOrder: Migration = {
  name: '008-claims-and-key-order',
  statements: ({ text, thenRow }) => [
    `ALTER TABLE swap_fee_claim ADD COLUMN failure ${text}`,
    `CREATE INDEX swap_fee_claim_pending ON swap_fee_claim (created_at) WHERE status = 'PENDING'`,
    'DROP INDEX private_key_organization',
    `CREATE INDEX private_key_organization ON private_key (organization_id${thenRow})`,
  ],
};

/** One sealed digest over every row that decides who may do what (docs/decisions/101-sealed-rows.md). */
const rowSealTable: Migration = {
  name: '010-row-seal',
  statements: ({ integer, bytes, endNumbered }) => [
    `CREATE TABLE row_seal (
      id ${integer} PRIMARY KEY CHECK (id = 1),
      sealed ${bytes} NOT NULL
    ${endNumbered}`,
  ],
};

/** Who began an import, so that each asker's limit is their own. */
const importTargetsByAsker: Migration = {
  name: '011-import-targets-by-asker',
  statements: ({ text }) => [`ALTER TABLE import_target ADD COLUMN begun_by ${text}`],
};

/** One index serves every filter of activities; two, one for types and one for statuses, left sorting to be done. */
const activityKinds: Migration = {
  name: '013-activity-kinds',
  statements: [
    'DROP INDEX activity_type',
    'DROP INDEX activity_status',
    'CREATE INDEX activity_kind ON activity (organization_id, status, type, id)',
  ],
};

/** Which policies were asked is kept once, not with each vote: a thousand of them took 83 kB a signature. */
const policyLists: Migration = {
  name: '014-policy-lists',
  statements: ({ text, endKeyed }) => [
    `CREATE TABLE policy_list (id ${text} PRIMARY KEY, policy_ids ${text} NOT NULL${endKeyed}`,
    `ALTER TABLE policy_evaluation ADD COLUMN policy_list ${text} REFERENCES policy_list (id)`,
  ],
};

/** A list that differs little from the one before is kept as the difference: each new policy made all of it anew. */
const policyListChanges: Migration = {
  name: '015-policy-list-changes',
  statements: ({ text, integer }) => [
    `ALTER TABLE policy_list ADD COLUMN base ${text} REFERENCES policy_list (id)`,
    `ALTER TABLE policy_list ADD COLUMN depth ${integer} NOT NULL DEFAULT 0`,
  ],
};

/** Whether a vote's activity still waits is asked for each vote that is written: without this, by a walk through all activities. */
const waitingActivities: Migration = {
  name: '016-waiting-activities',
  statements: [
    `CREATE INDEX activity_waiting ON activity (id) WHERE status = 'ACTIVITY_STATUS_CONSENSUS_NEEDED'`,
  ],
};

/** What processes that work with one database keep between them: which of them delivers to an endpoint, what of its limit a credential has left, and the MACs of rows. */
const severalProcesses: Migration = {
  name: '017-several-processes',
  statements: ({ text, integer, user, endKeyed, ofSeveral }) =>
    ofSeveral([
      `CREATE TABLE webhook_lease (endpoint_id ${text} PRIMARY KEY, holder ${text} NOT NULL${endKeyed}`,
      // After a crash it's empty, as the memory of one process is: it needs no log, and its writes wait for no disk.
      `CREATE UNLOGGED TABLE rate_bucket (
        name ${text} PRIMARY KEY,
        tokens ${integer} NOT NULL,
        counted_at ${integer} NOT NULL
      ${endKeyed}`,
      ...[
        ...[user, 'api_key', 'authenticator', 'policy', 'root_quorum', 'oauth_provider', 'session_key'],
        ...[
          'session_profile',
          'ip_allowlist',
          'private_key',
          'private_key_address',
          'wallet',
          'wallet_account',
        ],
        ...['secret', 'webhook_endpoint', 'activity', 'vote'],
      ].map((table) => `ALTER TABLE ${table} ADD COLUMN row_mac ${text}`),
    ]),
};

/** Who waits to have an organization, or the service, alone. Unlogged: after a crash nobody waits any more. */
const lockWishes: Migration = {
  name: '018-lock-wishes',
  statements: ({ text, endKeyed, ofSeveral }) =>
    ofSeveral([
      `CREATE UNLOGGED TABLE lock_wish (
        holder ${text} PRIMARY KEY,
        place ${text} NOT NULL,
        wished_at TIMESTAMPTZ NOT NULL DEFAULT now()
      ${endKeyed}`,
    ]),
};

/** A data key for each row with secrets, beside them, and the version of the key that it is wrapped under (docs/decisions/220). */
const dataKeys: Migration = {
  name: '019-data-keys',
  statements: ({ text, integer, bytes, endNumbered }) => [
    `CREATE TABLE wrapping_key (
      version ${integer} PRIMARY KEY,
      key_id ${text} NOT NULL UNIQUE,
      data_key ${bytes} NOT NULL,
      sealed_database_key ${bytes} NOT NULL,
      created_at ${integer} NOT NULL
    ${endNumbered}`,
    // A version that a row still names can't be taken away.
    ...[
      ...['enclave_seed', 'wallet', 'private_key', 'import_target', 'secret', 'webhook_key'],
      ...['fiat_on_ramp_credential', 'oauth2_credential'],
    ].flatMap((table) => [
      `ALTER TABLE ${table} ADD COLUMN key_version ${integer} REFERENCES wrapping_key (version)`,
      `ALTER TABLE ${table} ADD COLUMN data_key ${bytes}`,
    ]),
  ],
};

/** The history of the service's schema, in order. */
export const migrations = [
  firstTables,
  consensus,
  walletsAndSecrets,
  credentials,
  webhooks,
  providers,
  activityFilters,
  claimsAndKeyOrder,
  solanaHistory,
  rowSealTable,
  importTargetsByAsker,
  spentSealings,
  activityKinds,
  policyLists,
  policyListChanges,
  waitingActivities,
  severalProcesses,
  lockWishes,
  dataKeys,
  rowsVersion,
] as const;
