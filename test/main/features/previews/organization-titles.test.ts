import { expect, it } from 'vitest';
import { lineOf } from '#main/features/previews/operation-views.ts';
import type { Activity } from '#protocol/activity.ts';
import {
  createPolicies,
  createPolicy,
  deletePolicies,
  deletePolicy,
  updatePolicy,
} from '#protocol/catalogue/policies.ts';
import { exportPrivateKey, initImportPrivateKey } from '#protocol/catalogue/private-keys.ts';
import { deleteSecrets } from '#protocol/catalogue/secrets.ts';
import { createUsers, deleteUsers } from '#protocol/catalogue/users.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import { removeOrganizationFeature, updateRootQuorum } from '#protocol/catalogue/organization.ts';
import { createWalletAccounts, updateWallet } from '#protocol/catalogue/wallets.ts';
import { deleteWebhookEndpoint } from '#protocol/catalogue/webhooks.ts';

const NAMES: Readonly<Record<string, string>> = {};
const title = (operation: SubmitOperation, intent: unknown, names = NAMES): string =>
  lineOf(
    { type: operation.type, intent: { [operation.intent]: intent } } as unknown as Activity,
    operation,
    (of) => names[of],
  ).title;
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
  ['Add user “Bob”', createUsers, { users: [user('Bob')] }],
  // Attack: a new user is called like two, or like a count.
  ['Add user “Bob" and "Eve”', createUsers, { users: [user('Bob” and “Eve')] }],
  // Attack: a name reverses the text after it, or reads like two names.
  ['Add user “Bob[U+202E]”', createUsers, { users: [user('Bob\u202e')] }],
  ['Add users “Bob[U+202E]” and “Eve”', createUsers, { users: [user('Bob\u202e'), user('Eve')] }],
  ['Add user “2 users”', createUsers, { users: [user('2 users')] }],
  ['Add users “Bob” and “Carol”', createUsers, { users: [user('Bob'), user('Carol')] }],
  ['Add users “A”, “B”, “C” and 2 more', createUsers, { users: ['A', 'B', 'C', 'D', 'E'].map(user) }],
  // Attack: a new user is called so that one reads like two.
  ['Add users “Bob" and "Eve” and “Carol”', createUsers, { users: [user('Bob” and “Eve'), user('Carol')] }],
  ['Delete 1 user', deleteUsers, { userIds: [id(1)] }],
  ['Create policy “Two”', createPolicy, { policyName: 'Two', effect: 'EFFECT_ALLOW', notes: '' }],
  ['Root quorum: 2 of 3 users', updateRootQuorum, { threshold: 2, userIds: [id(1), id(2), id(3)] }],
  ['Remove feature EMAIL_AUTH', removeOrganizationFeature, { name: 'FEATURE_NAME_EMAIL_AUTH' }],
  [deleteUsers.summary, deleteUsers, { userIds: 'x' }],
])('%s', (expected, operation, intent) => {
  expect(title(operation, intent)).toBe(expected);
});

const policy = (policyName: string) => ({ policyName, effect: 'EFFECT_ALLOW', notes: '' });
const account = {
  curve: 'CURVE_ED25519',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/501'/0'",
  addressFormat: 'ADDRESS_FORMAT_SOLANA',
};
const KNOWN = {
  [id(1)]: 'Bob',
  [id(2)]: 'Carol',
  [id(3)]: 'Dave\u202e',
  [id(4)]: 'Erin',
  ...{ [id(5)]: 'Bob” and “Carol', [id(6)]: 'API token', [id(7)]: 'Ledger' },
};

it.each<[string, SubmitOperation, unknown]>([
  ['Delete user “Bob”', deleteUsers, { userIds: [id(1)] }],
  ['Delete users “Bob” and “Carol”', deleteUsers, { userIds: [id(1), id(2)] }],
  ['Delete users “Bob”, “Carol”, “Dave[U+202E]” and 1 more', deleteUsers, { userIds: [1, 2, 3, 4].map(id) }],
  // Attack: a user is called so that one reads like two.
  ['Delete user “Bob" and "Carol”', deleteUsers, { userIds: [id(5)] }],
  ['Delete secret “API token”', deleteSecrets, { secretIds: [id(6)] }],
  ['Delete webhook endpoint “Ledger”', deleteWebhookEndpoint, { endpointId: id(7) }],
  // One of them was deleted. A single name would read as if only that user were meant.
  ['Delete 2 users', deleteUsers, { userIds: [id(1), id(9)] }],
  ['Delete policy “Carol”', deletePolicy, { policyId: id(2) }],
  ['Delete a policy', deletePolicy, { policyId: id(9) }],
  ['Delete 2 policies', deletePolicies, { policyIds: [id(2), id(9)] }],
  // Its new name may be that of another policy.
  ['Change policy “Carol”', updatePolicy, { policyId: id(2), policyName: 'Erin' }],
  ['Create policy “A" and "B[U+202E]”', createPolicy, { ...policy('A” and “B\u202e') }],
  ['Create policies “One” and “Two”', createPolicies, { policies: [policy('One'), policy('Two')] }],
  [
    'Export private key “Bob”',
    exportPrivateKey,
    { privateKeyId: id(1), targetPublicKey: `04${'11'.repeat(64)}` },
  ],
  // Who imports it isn’t what it is about.
  ['Start the import of a private key', initImportPrivateKey, { userId: id(1) }],
  ['Rename a wallet to “New”', updateWallet, { walletId: id(2), walletName: 'New' }],
  ['Create accounts of wallet “Carol”', createWalletAccounts, { walletId: id(2), accounts: [account] }],
  [
    'Create wallet accounts',
    createWalletAccounts,
    { walletId: id(9), accounts: [{ ...account, name: 'Own' }] },
  ],
])('%s, by what the organization calls it', (expected, operation, intent) => {
  expect(title(operation, intent, KNOWN)).toBe(expected);
});
