import { describe, expect, it } from 'vitest';
import { previewMakerOf } from '../../../src/main/flows/previews/maker-of.ts';
import type { PreviewContext, PreviewParts } from '../../../src/main/flows/previews/preview-maker.ts';
import { createPolicy } from '../../../src/protocol/catalogue/create-policy.ts';
import { createUsers } from '../../../src/protocol/catalogue/create-users.ts';
import { deleteApiKeys } from '../../../src/protocol/catalogue/delete-api-keys.ts';
import { deletePolicy } from '../../../src/protocol/catalogue/delete-policy.ts';
import { deleteSecrets } from '../../../src/protocol/catalogue/delete-secrets.ts';
import { deleteUsers } from '../../../src/protocol/catalogue/delete-users.ts';
import type { SubmitOperation } from '../../../src/protocol/catalogue/operation.ts';
import { updatePolicy } from '../../../src/protocol/catalogue/update-policy.ts';
import { updateRootQuorum } from '../../../src/protocol/catalogue/update-root-quorum.ts';

const [ANN, BEN, CEM] = [1, 2, 3].map((digit) => `01990000-0000-7000-8000-00000000000${digit}`) as [
  string,
  string,
  string,
];
const OWN_KEY = '02'.padEnd(66, 'a');
const person = (userId: string, userName: string, publicKey: string) => ({
  userId,
  userName,
  apiKeys: [{ apiKeyId: userId, apiKeyName: `key of ${userName}`, credential: { publicKey, type: '' } }],
});
// What the service would say: the previews only read names out of it.
const ANSWERS: Readonly<Record<string, unknown>> = {
  get_organization: {
    organizationData: {
      users: [person(ANN, 'Ann', OWN_KEY), person(BEN, 'Ben', 'b'), person(CEM, 'Cem', 'c')],
      rootQuorum: { threshold: 2, userIds: [ANN, BEN] },
    },
  },
  get_api_keys: { apiKeys: person(ANN, 'Ann', OWN_KEY).apiKeys },
  list_policies: {
    policies: [
      { policyId: ANN, policyName: 'No exports', effect: 'EFFECT_DENY', condition: 'x', consensus: '' },
      { policyId: BEN, policyName: 'Pay', effect: 'EFFECT_ALLOW', condition: 'x', consensus: 'y' },
    ],
  },
  list_secrets: { secrets: [{ secretId: ANN, name: 'DATABASE_URL' }] },
};
const context = (operation: SubmitOperation): PreviewContext => ({
  operation,
  listPrivateKeys: () => Promise.resolve([]),
  listAccounts: () => Promise.resolve([]),
  self: () => Promise.resolve({ publicKey: OWN_KEY, source: '127.0.0.1' }),
  ask: (({ path }: { path: string }) => Promise.resolve(ANSWERS[path])) as unknown as PreviewContext['ask'],
});
const preview = (operation: SubmitOperation, parameters: unknown): Promise<PreviewParts> =>
  previewMakerOf(operation)(parameters, context(operation));
const read = async (operation: SubmitOperation, parameters: unknown): Promise<[string, string[]]> => {
  const { sentence, warnings } = await preview(operation, parameters);
  return [sentence.map(({ value }) => value).join(''), warnings.map(({ code }) => code)];
};

describe('attack: a name that reads as another one', () => {
  const policy = (policyName: string) => ({
    policyName,
    effect: 'EFFECT_ALLOW',
    condition: 'true',
    consensus: 'true',
    notes: '',
  });
  it.each([
    ['letters of another script', 'Тоо', 'LOOK_ALIKE_TEXT'],
    ['mathematical letters', '\u{1d413}reasury', 'LOOK_ALIKE_TEXT'],
    ['scripts in one word', 'Tre\u0430sury', 'MIXED_SCRIPTS'],
    ['a turned direction', 'Treasury\u202e', 'UNSEEN_CHARACTERS'],
  ])('%s', async (_, name, code) => {
    const { warnings } = await preview(createPolicy, policy(name));
    expect(warnings.find((warning) => warning.code === code)?.severity).toBe('danger');
    const plain = await preview(createPolicy, policy('Treasury'));
    expect(plain.warnings.map((warning) => warning.code)).not.toContain(code);
  });
});

describe('deleting users', () => {
  it('names them', async () => {
    expect(await read(deleteUsers, { userIds: [CEM] })).toEqual(['Delete “Cem”.', ['USERS_GO_FOR_GOOD']]);
  });

  it('says when the root quorum is lost with them', async () => {
    const [sentence, codes] = await read(deleteUsers, { userIds: [BEN, CEM] });
    expect(sentence).toBe('Delete “Ben” and “Cem”.');
    expect(codes).toContain('ROOT_QUORUM_LOST');
  });
});

describe('the root quorum', () => {
  it.each([
    [2, [ANN, BEN, CEM], 'Let any 2 of “Ann”, “Ben” and “Cem” decide everything.', []],
    [1, [ANN], 'Let “Ann” alone decide everything.', ['ROOT_QUORUM_OF_ONE']],
    [2, [ANN, CEM], 'Let any 2 of “Ann” and “Cem” decide everything.', ['ROOT_QUORUM_NEEDS_ALL']],
    [3, [ANN, BEN], 'Let any 3 of “Ann” and “Ben” decide everything.', ['ROOT_QUORUM_UNREACHABLE']],
    [
      1,
      [BEN, CEM],
      'Let any 1 of “Ben” and “Cem” decide everything.',
      ['ROOT_QUORUM_OF_ONE', 'ROOT_QUORUM_WITHOUT_ME'],
    ],
  ])('%i of %j', async (threshold, userIds, sentence, codes) => {
    expect(await read(updateRootQuorum, { threshold, userIds })).toEqual([sentence, codes]);
  });
});

describe('policies', () => {
  const policy = { policyName: 'P', notes: '' };
  it.each([
    ['EFFECT_ALLOW', undefined, undefined, ['POLICY_ALLOWS_ALL']],
    ['EFFECT_ALLOW', 'true', ' ', ['POLICY_ALLOWS_ALL']],
    ['EFFECT_ALLOW', null, 'approvers.count() >= 2', ['POLICY_WITHOUT_CONDITION']],
    ['EFFECT_ALLOW', "activity.kind == 'x'", null, ['POLICY_WITHOUT_CONSENSUS']],
    ['EFFECT_ALLOW', "activity.kind == 'x'", 'approvers.count() >= 2', []],
    ['EFFECT_DENY', null, null, ['POLICY_DENIES_ALL']],
    ['EFFECT_DENY', "activity.kind == 'x'", null, []],
  ])('%s with condition %j and consensus %j warns of %j', async (effect, condition, consensus, codes) => {
    const [, warned] = await read(createPolicy, { ...policy, effect, condition, consensus });
    expect(warned).toEqual(codes);
  });

  it('warns of what a change leaves over', async () => {
    expect(await read(updatePolicy, { policyId: BEN, policyCondition: 'true' })).toEqual([
      'Change the policy “Pay”.',
      ['POLICY_WITHOUT_CONDITION'],
    ]);
    expect((await read(updatePolicy, { policyId: BEN, policyName: 'Pay more' }))[1]).toEqual([]);
  });

  it('says that what a deleted one denied is denied no longer', async () => {
    expect(await read(deletePolicy, { policyId: ANN })).toEqual([
      'Delete the policy “No exports”.',
      ['POLICY_NO_LONGER_DENIES'],
    ]);
  });
});

it('says that the key which stamps goes, and that it is the last', async () => {
  expect((await read(deleteApiKeys, { userId: ANN, apiKeyIds: [ANN] }))[1]).toEqual([
    'API_KEY_STAMPS_THIS',
    'API_KEYS_ALL_GO',
  ]);
});

it('names secrets and says that they are gone for good', async () => {
  expect(await read(deleteSecrets, { secretIds: [ANN] })).toEqual([
    'Delete “DATABASE_URL”.',
    ['SECRETS_GO_FOR_GOOD'],
  ]);
});

it('says that nobody can stamp as a user without a credential', async () => {
  const user = { userName: 'Dan', apiKeys: [], authenticators: [], oauthProviders: [], userTags: [] };
  expect(await read(createUsers, { users: [user] })).toEqual([
    'Add “Dan” to the organization.',
    ['USER_WITHOUT_CREDENTIAL'],
  ]);
});
