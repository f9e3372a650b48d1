import { describe, expect, it } from 'vitest';
import { CONDITION_KEYWORDS, CONSENSUS_KEYWORDS, TIME_KEYWORDS } from '#protocol/policies/keywords.ts';
import { parsePolicy } from '#protocol/policies/parse-policy.ts';

const CONSENSUS = [
  'true',
  "approvers.any(user, user.id == 'a')",
  "approvers.filter(user, user.tags.contains('ops')).count() >= 2",
  "approvers.any(user, user.tags.contains('a') || user.tags.contains('b')) && approvers.count() > 1",
  "credentials.any(c, c.type == 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR' && c.user_id == 'x')",
  "approvers.all(user, user.email in ['a@example.com', 'b@example.com'])",
];
const CONDITION = [
  "activity.type == 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2' && eth.tx.to == '0xabc'",
  "activity.resource == 'PRIVATE_KEY' && activity.action == 'SIGN'",
  "eth.tx.data[0..10] == '0xa9059cbb' && eth.tx.chain_id == 1 && eth.tx.value <= 1000000000000000000",
  "activity.params.user_ids.count() == 1 && 'x' in activity.params.user_ids",
  "secret.static_properties['kind'] == 'exchangeApiKey'",
  "private_key.tags.contains('x') && !private_key.exported",
  "wallet.id == 'w' || wallet_account.address == 'a'",
  "time.now >= Timestamp('2026-01-01T00:00:00Z')",
  "[1, 2, 3][0..2].any(x, x == 1) && 'abc'[0] == 'a'",
  '[[1], [2, 3]].all(row, row.count() > 0)',
];
const MISTAKES: [text: string, code: string][] = [
  ["'text'", 'POLICY_TYPE_MISMATCH'],
  ['1', 'POLICY_TYPE_MISMATCH'],
  ["1 == '1'", 'POLICY_TYPE_MISMATCH'],
  ['true && 1', 'POLICY_TYPE_MISMATCH'],
  ["'a' < 'b'", 'POLICY_TYPE_MISMATCH'],
  ['true < false', 'POLICY_TYPE_MISMATCH'],
  ['[1] == [1]', 'POLICY_TYPE_MISMATCH'],
  ["[1, 'a'].count() == 2", 'POLICY_TYPE_MISMATCH'],
  ["'1' in [1]", 'POLICY_TYPE_MISMATCH'],
  ['1 in 1', 'POLICY_TYPE_MISMATCH'],
  ['!1', 'POLICY_TYPE_MISMATCH'],
  ["[1]['a'] == 1", 'POLICY_TYPE_MISMATCH'],
  ["[1].contains('a')", 'POLICY_TYPE_MISMATCH'],
  ['eth.tx.valeu > 1', 'POLICY_TYPE_MISMATCH'],
  ["eth.tx.value > '1'", 'POLICY_TYPE_MISMATCH'],
  ['eth.tx.constructor == 1', 'POLICY_TYPE_MISMATCH'],
  ["eth.tx['to'] == 'a'", 'POLICY_TYPE_MISMATCH'],
  ['activity.any(x, true)', 'POLICY_TYPE_MISMATCH'],
  ['[1].any(x, x)', 'POLICY_TYPE_MISMATCH'],
  ["secret.static_properties[0] == 'a'", 'POLICY_TYPE_MISMATCH'],
  ['time.now > 5', 'POLICY_TYPE_MISMATCH'],
  ['activities.count() == 1', 'POLICY_SYNTAX_INVALID'],
  ['approvers.count() == 1', 'POLICY_SYNTAX_INVALID'],
  ['solana.tx.parsed_instruction_data == 1', 'POLICY_TYPE_MISMATCH'],
  ['[1].any(activity, true)', 'POLICY_SYNTAX_INVALID'],
  ['[1].any(x, [1].any(x, true))', 'POLICY_SYNTAX_INVALID'],
  ['[1].any(x, true) && x == 1', 'POLICY_SYNTAX_INVALID'],
  ['toString == 1', 'POLICY_SYNTAX_INVALID'],
  ['', 'POLICY_SYNTAX_INVALID'],
];

describe('parsePolicy', () => {
  it.each(CONSENSUS)('takes the consensus %s', (text) => {
    expect(() => parsePolicy(text, CONSENSUS_KEYWORDS)).not.toThrow();
  });

  it.each(CONDITION)('takes the condition %s', (text) => {
    expect(() => parsePolicy(text, CONDITION_KEYWORDS)).not.toThrow();
  });

  it.each(MISTAKES)('refuses the condition %s', (text, code) => {
    expect(() => parsePolicy(text, CONDITION_KEYWORDS)).toThrow(expect.objectContaining({ code }) as Error);
  });

  it('keeps the keywords of the fields apart', () => {
    expect(() => parsePolicy("activity.type == 'a'", CONSENSUS_KEYWORDS)).toThrow(/no keyword activity/);
    expect(() => parsePolicy("activity.type == 'a'", TIME_KEYWORDS)).toThrow(/no keyword activity/);
  });
});
