import { DatabaseSync } from '@photostructure/sqlite';
import { expect } from 'vitest';
import { textsOf } from './kill-known.ts';
import { checkLastValues } from './kill-last-values.ts';

export interface ActivityLine {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly intent: string;
  readonly result: string | null;
  /** When it was carried out, if it was; milliseconds since the epoch. */
  readonly updated_at: number;
  readonly votes: number;
}

/** What tells the ids that an activity made, or took away: the member of its result. */
const MEMBERS: readonly [table: string, member: string, makes: RegExp, takes: RegExp][] = [
  ['user', 'userIds', /_CREATE_USERS/, /_DELETE_USERS/],
  ['private_key', 'privateKeyId', /_(CREATE_PRIVATE_KEYS|IMPORT_PRIVATE_KEY)/, /^$/],
  ['wallet', 'walletId', /_(CREATE_WALLET|CREATE_WALLET_V\d|IMPORT_WALLET)$/, /^$/],
  ['policy', 'policyId', /_CREATE_POLIC/, /_DELETE_POLIC/],
  ['secret', 'secretIds', /_IMPORT_SECRETS$/, /_DELETE_SECRETS/],
  ['session_profile', 'sessionProfileId', /_CREATE_SESSION_PROFILE/, /^$/],
  ['webhook_endpoint', 'endpointId', /_CREATE_WEBHOOK_ENDPOINT/, /_DELETE_WEBHOOK_ENDPOINT/],
  ['invitation', 'invitationIds', /_CREATE_INVITATIONS/, /_DELETE_INVITATION/],
  ['fiat_on_ramp_credential', 'fiatOnRampCredentialId', /_CREATE_FIAT/, /_DELETE_FIAT/],
  ['oauth2_credential', 'oauth2CredentialId', /_CREATE_OAUTH2/, /_DELETE_OAUTH2/],
  ['tvc_app', 'appId', /_CREATE_TVC_APP/, /_DELETE_TVC_APP/],
  ['oauth_provider', 'providerIds', /_CREATE_OAUTH_PROVIDERS/, /_DELETE_OAUTH_PROVIDERS/],
  ['swap_fee_claim', 'requestId', /_CLAIM_SWAP_FEES/, /^$/],
];

export const parsed = (text: string | null): unknown => (text === null ? undefined : JSON.parse(text));

/**
 * Reads the database and holds everything in it against the activities: each row was made by one completed activity, and
 * each completed activity left all its rows, its vote and its event.
 * @returns the activities by id
 */
export function checkLedger(file: string): Map<string, ActivityLine> {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  const rows = <T>(sql: string): T[] => database.prepare(sql).all() as T[];
  const texts = (sql: string): string[] =>
    rows<{ text: string }>(sql)
      .map(({ text }) => text)
      .sort();
  try {
    const activities = rows<ActivityLine>(
      'SELECT *, (SELECT count(*) FROM vote WHERE activity_id = activity.id) AS votes FROM activity ORDER BY id',
    );
    const completed = activities.filter(({ status }) => status === 'ACTIVITY_STATUS_COMPLETED');
    for (const { status, result, votes } of activities) {
      expect(votes).toBeGreaterThan(0);
      expect(result !== null).toBe(status === 'ACTIVITY_STATUS_COMPLETED');
      if (status === 'ACTIVITY_STATUS_REJECTED') expect(votes).toBe(2);
    }
    for (const [table, member, makes, takes] of MEMBERS) {
      const told = (of: RegExp): string[] =>
        completed
          .filter(({ type }) => of.test(type))
          .flatMap(({ result }) => [...new Set(textsOf(parsed(result), member))]);
      const made = told(makes);
      expect(new Set(made).size, `${table} made twice`).toBe(made.length);
      const gone = new Set(told(takes));
      const where = table === 'user' ? `WHERE name <> 'Root user'` : '';
      expect(texts(`SELECT id AS text FROM ${table} ${where}`), table).toEqual(
        made.filter((id) => !gone.has(id)).sort(),
      );
    }
    checkParts(rows, completed);
    checkLastValues(rows, completed);
    // In the outbox: the endpoint of the test wants every activity, its own making too.
    const events = new Set(texts(`SELECT json_extract(body, '$.id') AS text FROM webhook_event`));
    expect(activities.filter(({ id }) => !events.has(id))).toEqual([]);
    return new Map(activities.map((activity) => [activity.id, activity]));
  } finally {
    database.close();
  }
}

/** What hangs on other rows: keys of users, addresses of keys, accounts of wallets, members of sets. */
function checkParts(rows: <T>(sql: string) => T[], completed: readonly ActivityLine[]): void {
  const none = (what: string, sql: string): void => {
    expect(rows(sql), what).toEqual([]);
  };
  const orphan = (table: string, column: string, owner: string): void => {
    none(
      `${table} without ${owner}`,
      `SELECT ${column} FROM ${table} WHERE ${column} NOT IN (SELECT id FROM ${owner})`,
    );
  };
  orphan('api_key', 'user_id', 'user');
  orphan('session_key', 'api_key_id', 'api_key');
  orphan('private_key_address', 'private_key_id', 'private_key');
  orphan('wallet_account', 'wallet_id', 'wallet');
  orphan('vote', 'activity_id', 'activity');
  orphan('webhook_delivery', 'event_id', 'webhook_event');
  none(
    'a user without the key that came along',
    `SELECT id FROM user WHERE id NOT IN (SELECT user_id FROM api_key)`,
  );
  none(
    'half of a key',
    `SELECT id FROM private_key WHERE (SELECT count(*) FROM private_key_address WHERE private_key_id = private_key.id)
       <> CASE imported WHEN 1 THEN 1 ELSE 2 END`,
  );
  none('a vote twice', 'SELECT activity_id FROM vote GROUP BY activity_id, user_id HAVING count(*) > 1');
  none(
    'half of a set of operators',
    'SELECT set_id FROM tvc_operator_set_member GROUP BY set_id HAVING count(*) <> 2',
  );
  const told = (of: RegExp, member: string): string[] =>
    completed.filter(({ type }) => of.test(type)).flatMap(({ result }) => textsOf(parsed(result), member));
  // Accounts: as many as the activities say, each once.
  const accounts = told(/_(CREATE_WALLET|CREATE_WALLET_ACCOUNTS|IMPORT_WALLET)$/, 'addresses');
  const kept = rows<{ address: string }>('SELECT address FROM wallet_account').map(({ address }) => address);
  expect(kept.sort()).toEqual(accounts.sort());
  // What was exported is marked, and nothing else is.
  for (const [table, type, member] of [
    ['private_key', /_EXPORT_PRIVATE_KEY$/, 'privateKeyId'],
    ['wallet', /_EXPORT_WALLET$/, 'walletId'],
  ] as const) {
    const out = rows<{ id: string }>(`SELECT id FROM ${table} WHERE exported = 1`).map(({ id }) => id);
    expect(out.sort(), table).toEqual([...new Set(told(type, member))].sort());
  }
  // Passkeys: those that were added, and one for each invitation that was accepted.
  const removed = told(/_DELETE_AUTHENTICATORS/, 'authenticatorIds');
  const added = told(/_CREATE_AUTHENTICATORS/, 'authenticatorIds').filter((id) => !removed.includes(id));
  const passkeys = rows<{ id: string }>('SELECT id FROM authenticator').map(({ id }) => id);
  expect(added.filter((id) => !passkeys.includes(id))).toEqual([]);
  const accepted = told(/_ACCEPT_INVITATION/, 'invitationId');
  expect(passkeys.length - added.length).toBe(accepted.length);
  const marked = rows<{ id: string }>(
    `SELECT id FROM invitation WHERE status = 'INVITATION_STATUS_ACCEPTED'`,
  );
  expect(marked.map(({ id }) => id).sort()).toEqual(accepted.sort());
  // Deployments go with their apps.
  const apps = new Set(told(/_DELETE_TVC_APP/, 'appId'));
  const deployed = completed
    .filter(({ type }) => type.includes('_CREATE_TVC_DEPLOYMENT'))
    .filter(({ intent }) => !textsOf(parsed(intent), 'appId').some((id) => apps.has(id)))
    .flatMap(({ result }) => textsOf(parsed(result), 'deploymentId'));
  const deployments = rows<{ id: string }>('SELECT id FROM tvc_deployment').map(({ id }) => id);
  expect(deployments.sort()).toEqual(deployed.sort());
  // Keys: those of users who are still there, and those that were made later and not deleted.
  const gone = new Set([...told(/_DELETE_USERS/, 'userIds'), ...told(/_DELETE_API_KEYS/, 'apiKeyIds')]);
  const expected = completed
    .filter(({ type }) => /_CREATE_(USERS|API_KEYS)/.test(type))
    .flatMap(({ intent, result, type }) => {
      const ids = textsOf(parsed(result), type.includes('USERS') ? 'userIds' : 'apiKeyIds');
      const keys = textsOf(parsed(intent), 'publicKey');
      expect(keys.length).toBe(ids.length);
      if (textsOf(parsed(intent), 'userId').some((id) => gone.has(id))) return [];
      return keys.filter((_, index) => !gone.has(ids[index] ?? ''));
    });
  const held = rows<{ key: string }>(`SELECT public_key AS key FROM api_key WHERE name = 'key'`);
  expect(held.map(({ key }) => key).sort()).toEqual(expected.sort());
}
