import { describe, expect, it } from 'vitest';
import type { PreviewParts, PreviewReads } from '#main/features/previews/preview-maker.ts';
import { createPolicy, deletePolicy, updatePolicy } from '#protocol/catalogue/policies.ts';
import { createWebhookEndpoint, updateWebhookEndpoint } from '#protocol/catalogue/webhooks.ts';
import { createUsers, deleteUsers, updateUserName } from '#protocol/catalogue/users.ts';
import { deleteApiKeys } from '#protocol/catalogue/api-keys.ts';
import { deleteAuthenticators } from '#protocol/catalogue/authenticators.ts';
import { deleteOauthProviders } from '#protocol/catalogue/oauth-providers.ts';
import { deleteSecrets } from '#protocol/catalogue/secrets.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import {
  removeOrganizationFeature,
  setOrganizationFeature,
  updateRootQuorum,
} from '#protocol/catalogue/organization.ts';
import {
  ANN,
  BEN,
  CEM,
  configsOf,
  inShort,
  OFFLINE,
  OWN_KEY,
  person,
  previewOf,
  served,
} from './preview-context.ts';

// What the service would say: the previews only read names out of it.
const ANSWERS: Readonly<Record<string, unknown>> = {
  get_api_keys: { apiKeys: person(ANN, 'Ann', OWN_KEY).apiKeys },
  list_policies: {
    policies: [
      {
        policyId: ANN,
        policyName: 'No exports',
        effect: 'EFFECT_DENY',
        condition: "activity.action == 'EXPORT'",
        consensus: '',
      },
      {
        policyId: BEN,
        policyName: 'Pay',
        effect: 'EFFECT_ALLOW',
        condition: "activity.action == 'SIGN'",
        consensus: 'approvers.count() >= 2',
      },
    ],
  },
  list_secrets: { secrets: [{ secretId: ANN, name: 'DATABASE_URL' }] },
};
const preview = (operation: SubmitOperation, parameters: unknown): Promise<PreviewParts> =>
  previewOf(operation, parameters, served(ANSWERS));
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
    [2, [ANN, BEN, CEM], 'Let any 2 of “Ann”, “Ben” and “Cem” decide everything.', ['ROOT_USER_JOINS']],
    [
      1,
      [ANN],
      'Let “Ann” alone decide everything.',
      ['ROOT_QUORUM_OF_ONE', 'ROOT_QUORUM_LOWERED', 'ROOT_USER_LEAVES'],
    ],
    [
      2,
      [ANN, CEM],
      'Let any 2 of “Ann” and “Cem” decide everything.',
      ['ROOT_QUORUM_NEEDS_ALL', 'ROOT_USER_JOINS', 'ROOT_USER_LEAVES'],
    ],
    [3, [ANN, BEN], 'Let any 3 of “Ann” and “Ben” decide everything.', ['ROOT_QUORUM_UNREACHABLE']],
    [
      1,
      [BEN, CEM],
      'Let any 1 of “Ben” and “Cem” decide everything.',
      [
        'ROOT_QUORUM_OF_ONE',
        'ROOT_QUORUM_LOWERED',
        'ROOT_USER_JOINS',
        'ROOT_USER_LEAVES',
        'ROOT_QUORUM_WITHOUT_ME',
      ],
    ],
  ])('%i of %j', async (threshold, userIds, sentence, codes) => {
    const said = `${sentence} Now it takes 2 of 2.`;
    expect(await read(updateRootQuorum, { threshold, userIds })).toEqual([said, codes]);
  });

  it('attack: a threshold that drops from 2 to 1 passes as a change like any other', async () => {
    const { facts, warnings } = await preview(updateRootQuorum, { threshold: 1, userIds: [ANN, BEN] });
    expect(facts[0]).toMatchObject({ label: 'Approvals required', value: '2 → 1' });
    expect(warnings.map(({ code, severity }) => [code, severity])).toEqual([
      ['ROOT_QUORUM_OF_ONE', 'danger'],
      ['ROOT_QUORUM_LOWERED', 'danger'],
    ]);
  });

  it('attack: who comes and who goes is named, and needs a tick', async () => {
    const { facts, warnings } = await preview(updateRootQuorum, { threshold: 2, userIds: [ANN, CEM] });
    expect(warnings.filter(({ severity }) => severity === 'danger').map(({ title }) => title)).toEqual([
      'New root user: “Cem”',
      'No longer a root user: “Ben”',
    ]);
    expect(facts.map(({ label, value, note }) => [label, value, note])).toEqual([
      ['Approvals required', '2 → 2', 'of 2 root users, now of 2'],
      ['Becomes a root user', 'Cem', CEM],
      ['No longer a root user', 'Ben', BEN],
      ['Stays a root user', 'Ann', ANN],
    ]);
  });

  it('needs a tick where the quorum of today cannot be read', async () => {
    const parts = await previewOf(updateRootQuorum, { threshold: 2, userIds: [ANN, BEN, CEM] }, OFFLINE);
    expect(inShort(parts).dangers).toEqual(['ROOT_QUORUM_NOT_KNOWN']);
    expect(parts.facts.map(({ value }) => value)).toEqual(['2', ANN, BEN, CEM]);
  });
});

describe('policies', () => {
  const policy = { policyName: 'P', notes: '' };
  it.each([
    ['EFFECT_ALLOW', undefined, undefined, ['POLICY_ALLOWS_ALL']],
    ['EFFECT_ALLOW', 'true', null, ['POLICY_ALLOWS_ALL']],
    ['EFFECT_ALLOW', null, 'approvers.count() >= 2', ['POLICY_WITHOUT_CONDITION']],
    ['EFFECT_ALLOW', "activity.kind == 'CREATE_WALLET'", null, ['POLICY_WITHOUT_CONSENSUS']],
    ['EFFECT_ALLOW', "activity.kind == 'CREATE_WALLET'", 'approvers.count() >= 2', []],
    ['EFFECT_DENY', null, null, ['POLICY_DENIES_ALL']],
    ['EFFECT_DENY', "activity.kind == 'CREATE_WALLET'", null, []],
  ])('%s with condition %j and consensus %j warns of %j', async (effect, condition, consensus, codes) => {
    const [, warned] = await read(createPolicy, { ...policy, effect, condition, consensus });
    expect(warned).toEqual(codes);
  });

  it('warns of what a change leaves over', async () => {
    expect(await read(updatePolicy, { policyId: BEN, policyCondition: 'true' })).toEqual([
      'Change the policy “Pay”.',
      ['POLICY_ALLOW_WIDENED', 'POLICY_WITHOUT_CONDITION'],
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

describe('features', () => {
  const set = (name: string, value: string, reads?: PreviewReads) =>
    previewOf(setOrganizationFeature, { name, value }, reads);
  const ORIGINS = 'FEATURE_NAME_WEBAUTHN_ORIGINS';

  it('attack: “Root user email recovery” is turned on without a word', async () => {
    expect(inShort(await set('FEATURE_NAME_ROOT_USER_EMAIL_RECOVERY', ''))).toEqual({
      sentence: 'Turn on “Root user email recovery”.',
      first: 'Root user email recovery',
      dangers: ['FEATURE_LETS_IN'],
    });
  });

  it('attack: a stranger’s origin is slipped in among known ones', async () => {
    const features = [{ name: ORIGINS, value: 'https://desk.example' }];
    const get_organization_configs = configsOf({ threshold: 2, userIds: [ANN, BEN] }, features);
    const reads = served({ get_organization_configs });
    const parts = await set(ORIGINS, 'https://desk.example, https://desk.example.evil.test', reads);
    expect(inShort(parts).dangers).toEqual(['FOREIGN_ORIGIN']);
    expect(parts.warnings[0]?.title).toBe('New WebAuthn origin: https://desk.example.evil.test');
    expect(inShort(await set(ORIGINS, '["https://desk.example"]', reads)).dangers).toEqual([]);
    expect(inShort(await set(ORIGINS, 'https://desk.example', OFFLINE)).dangers).toEqual(['FOREIGN_ORIGIN']);
  });

  it('attack: the list of origins is taken away', async () => {
    expect(inShort(await previewOf(removeOrganizationFeature, { name: ORIGINS })).dangers).toEqual([
      'ORIGINS_NOT_LIMITED',
    ]);
  });
});

describe('webhook endpoints', () => {
  const endpoint = { endpointId: ANN, organizationId: ANN, name: 'Desk', isActive: true };
  const reads = served({
    list_webhook_endpoints: { webhookEndpoints: [{ ...endpoint, url: 'https://desk.example/a' }] },
  });
  const URL_OF_STRANGER = 'https://desk.example.evil.test/a';

  it.each([
    ['create', createWebhookEndpoint, { url: URL_OF_STRANGER, name: 'Desk' }],
    ['update', updateWebhookEndpoint, { endpointId: ANN, url: URL_OF_STRANGER }],
  ])('attack: events go to a stranger, by %s', async (_, operation, parameters) => {
    for (const each of [reads, OFFLINE]) {
      const short = inShort(await previewOf(operation, parameters, each));
      expect(short).toMatchObject({ first: 'desk.example.evil.test', dangers: ['FOREIGN_ENDPOINT'] });
      expect(short.sentence).toContain('desk.example.evil.test');
    }
  });

  it('need no tick on a host that is known, nor where the address stays', async () => {
    const known = { url: 'https://desk.example/b', name: 'More' };
    expect(inShort(await previewOf(createWebhookEndpoint, known, reads)).dangers).toEqual([]);
    const paused = { endpointId: ANN, isActive: false };
    expect(inShort(await previewOf(updateWebhookEndpoint, paused, reads))).toMatchObject({
      sentence: 'Change the webhook endpoint “Desk”.',
      dangers: [],
    });
  });
});

describe('people by name', () => {
  it('who is renamed', async () => {
    expect(inShort(await previewOf(updateUserName, { userId: ANN, userName: 'Anna' }))).toMatchObject({
      sentence: 'Rename “Ann”, a root user, to “Anna”.',
      dangers: [],
    });
  });

  it('attack: a user takes the name of another one', async () => {
    const { dangers } = inShort(await previewOf(updateUserName, { userId: CEM, userName: 'Ann' }));
    expect(dangers).toEqual(['USER_NAME_TAKEN']);
  });

  it('whose passkeys and logins are deleted', async () => {
    const passkeys = await previewOf(deleteAuthenticators, { userId: ANN, authenticatorIds: [CEM] });
    expect(inShort(passkeys).sentence).toBe(`Delete “${CEM}” of “Ann”, a root user.`);
    const logins = await previewOf(deleteOauthProviders, { userId: CEM, providerIds: [ANN] }, OFFLINE);
    expect(inShort(logins).sentence).toBe(`Delete “${ANN}” of the user ${CEM}.`);
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
