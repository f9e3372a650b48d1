import { expect, it } from 'vitest';
import { lineOf } from '#main/features/previews/operation-views.ts';
import type { Activity } from '#protocol/activity.ts';
import { createPolicy } from '#protocol/catalogue/policies.ts';
import { createUsers, deleteUsers } from '#protocol/catalogue/users.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import { removeOrganizationFeature, updateRootQuorum } from '#protocol/catalogue/organization.ts';

const title = (operation: SubmitOperation, intent: unknown): string =>
  lineOf({ type: operation.type, intent: { [operation.intent]: intent } } as unknown as Activity, operation)
    .title;
const id = (digit: number): string => `01990000-0000-7000-8000-00000000000${digit}`;
const user = (userName: string) => ({
  userName,
  apiKeys: [],
  authenticators: [],
  oauthProviders: [],
  userTags: [],
});

// The titles come first: they name the tests, and a schema is too much to print.
it.each<[string, SubmitOperation, unknown]>([
  ['Add Bob', createUsers, { users: [user('Bob')] }],
  ['Add 2 users', createUsers, { users: [user('Bob'), user('Carol')] }],
  ['Delete 1 user', deleteUsers, { userIds: [id(1)] }],
  ['Create policy “Two”', createPolicy, { policyName: 'Two', effect: 'EFFECT_ALLOW', notes: '' }],
  ['Root quorum: 2 of 3 users', updateRootQuorum, { threshold: 2, userIds: [id(1), id(2), id(3)] }],
  ['Remove feature EMAIL_AUTH', removeOrganizationFeature, { name: 'FEATURE_NAME_EMAIL_AUTH' }],
  [deleteUsers.summary, deleteUsers, { userIds: 'x' }],
])('%s', (expected, operation, intent) => {
  expect(title(operation, intent)).toBe(expected);
});
