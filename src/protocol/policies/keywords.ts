import { TRANSACTION_KEYWORDS } from './transaction-keywords.ts';
import { BOOLEAN, listOf, mapOf, STRING, struct, TIMESTAMP, UNKNOWN, type Type } from './types.ts';

/** The names that an expression may use, with their types. */
export type Keywords = ReadonlyMap<string, Type>;

const user = struct('User', { id: STRING, tags: listOf(STRING), email: STRING, alias: STRING });
const credential = struct('Credential', {
  id: STRING,
  user_id: STRING,
  type: STRING,
  credential_id: STRING,
  public_key: STRING,
});
const activity = struct('Activity', {
  type: STRING,
  kind: STRING,
  resource: STRING,
  action: STRING,
  params: UNKNOWN,
});
const wallet = struct('Wallet', { id: STRING, imported: BOOLEAN, exported: BOOLEAN, label: STRING });
const privateKey = struct('PrivateKey', {
  id: STRING,
  tags: listOf(STRING),
  imported: BOOLEAN,
  exported: BOOLEAN,
  label: STRING,
});
const time = struct('Time', { now: TIMESTAMP });

/** What `consensus` may use (PROTOCOL.md, section 6.6). */
export const CONSENSUS_KEYWORDS: Keywords = new Map([
  ['approvers', listOf(user)],
  ['credentials', listOf(credential)],
]);

/** What `condition` may use (PROTOCOL.md, section 6.6; docs/policies.md says which part of it). */
export const CONDITION_KEYWORDS: Keywords = new Map([
  ['activity', activity],
  ...TRANSACTION_KEYWORDS,
  ['wallet', wallet],
  ['private_key', privateKey],
  ['wallet_account', struct('WalletAccount', { address: STRING })],
  ['secret', struct('Secret', { id: STRING, name: STRING, static_properties: mapOf(STRING) })],
  ['time', time],
]);

/** What `time`, the policy's own period of validity, may use. */
export const TIME_KEYWORDS: Keywords = new Map([['time', time]]);
