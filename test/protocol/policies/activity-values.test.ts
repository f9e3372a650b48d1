import { p256 } from '@noble/curves/nist.js';
import { describe, expect, it } from 'vitest';
import { activityValues, kindOfActivity } from '#protocol/policies/activity-values.ts';
import { spelledKey } from '#protocol/policies/evaluate-policy.ts';
import { evaluate } from '#protocol/policies/evaluate.ts';
import { CONDITION_KEYWORDS } from '#protocol/policies/keywords.ts';
import { parsePolicy } from '#protocol/policies/parse-policy.ts';
import { PolicyError } from '#protocol/policies/policy-error.ts';

const ask = (type: string, parameters: Record<string, unknown>, condition: string): boolean | PolicyError =>
  evaluate(parsePolicy(condition, CONDITION_KEYWORDS), { activity: activityValues(type, parameters) });

describe('kindOfActivity', () => {
  it.each([
    ['ACTIVITY_TYPE_SIGN_TRANSACTION_V2', 'SIGN_TRANSACTION'],
    ['ACTIVITY_TYPE_SIGN_TRANSACTION', 'SIGN_TRANSACTION'],
    ['ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8', 'CREATE_SUB_ORGANIZATION'],
    ['ACTIVITY_TYPE_CREATE_OAUTH2_CREDENTIAL', 'CREATE_OAUTH2_CREDENTIAL'],
    ['ACTIVITY_TYPE_ETH_UNDELEGATE_7702', 'ETH_UNDELEGATE_7702'],
  ])('of %s is %s', (type, kind) => {
    expect(kindOfActivity(type)).toBe(kind);
  });
});

describe('activityValues', () => {
  it.each([
    ['ACTIVITY_TYPE_SIGN_TRANSACTION_V2', 'PRIVATE_KEY', 'SIGN'],
    ['ACTIVITY_TYPE_CREATE_API_KEYS_V2', 'CREDENTIAL', 'CREATE'],
    ['ACTIVITY_TYPE_EXPORT_WALLET', 'WALLET', 'EXPORT'],
    ['ACTIVITY_TYPE_DELETE_TVC_APP_AND_DEPLOYMENTS', 'TVC_APP', 'DELETE'],
    ['ACTIVITY_TYPE_CREATE_FIAT_ON_RAMP_CREDENTIAL', 'ON_RAMP_CREDENTIALS', 'CREATE'],
  ])('of %s are about %s, %s', (type, resource, action) => {
    const condition = `activity.type == '${type}' && activity.resource == '${resource}' && activity.action == '${action}'`;
    expect(ask(type, {}, condition)).toBe(true);
  });

  it('policy bypass: a target key is written in another form than the policy has', () => {
    const point = p256.Point.BASE.multiply(7n);
    const forms = [point.toHex(true), point.toHex(false), point.toHex(false).toUpperCase()];
    for (const targetPublicKey of [...forms, point.toHex(true).toUpperCase()]) {
      const values = activityValues('ACTIVITY_TYPE_EXPORT_WALLET', { targetPublicKey }, spelledKey);
      for (const form of forms) {
        const condition = `activity.params.target_public_key == '${form}'`;
        expect(evaluate(parsePolicy(condition, CONDITION_KEYWORDS), { activity: values })).toBe(true);
      }
      const other = `activity.params.target_public_key == '${p256.Point.BASE.toHex(false)}'`;
      expect(evaluate(parsePolicy(other, CONDITION_KEYWORDS), { activity: values })).toBe(false);
    }
    // What is no point is still a text.
    const values = activityValues('ACTIVITY_TYPE_EXPORT_WALLET', { targetPublicKey: '04FF' }, spelledKey);
    const condition = "activity.params.target_public_key == '04ff'";
    expect(evaluate(parsePolicy(condition, CONDITION_KEYWORDS), { activity: values })).toBe(true);
  });

  it('show what is published of the parameters', () => {
    const parameters = {
      hashFunction: 'HASH_FUNCTION_NO_OP',
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      payload: 'x',
    };
    const type = 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2';
    expect(ask(type, parameters, "activity.params.hash_function == 'HASH_FUNCTION_NO_OP'")).toBe(true);
    expect(ask(type, parameters, "activity.params.payload == 'x'")).toBeInstanceOf(PolicyError);
    const users = "activity.params.user_ids.count() == 1 && 'u' in activity.params.user_ids";
    expect(ask('ACTIVITY_TYPE_DELETE_USERS', { userIds: ['u'] }, users)).toBe(true);
    expect(ask('ACTIVITY_TYPE_DELETE_USERS', { userIds: ['u', 7] }, users)).toBeInstanceOf(PolicyError);
    const login = "activity.params.session_profile_id == ''";
    expect(ask('ACTIVITY_TYPE_STAMP_LOGIN', {}, login)).toBe(true);
    expect(ask('ACTIVITY_TYPE_STAMP_LOGIN', { sessionProfileId: 'p' }, login)).toBe(false);
  });

  it('are absent where none are published: a kind that names a built-in property', () => {
    expect(ask('ACTIVITY_TYPE_IMPORT_SECRETS', {}, "activity.resource == 'PRIVATE_KEY'")).toBeInstanceOf(
      PolicyError,
    );
    expect(ask('constructor', {}, "activity.resource == 'x'")).toBeInstanceOf(PolicyError);
    expect(activityValues('toString', {})).toMatchObject({
      resource: undefined,
      action: undefined,
      params: {},
    });
  });
});
