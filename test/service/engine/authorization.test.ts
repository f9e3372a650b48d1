import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { codeOf, freshSigner, LocalService, wrongFields } from '../../fixtures/local-service.ts';
import {
  activityOf,
  addMember,
  addPolicy,
  resultOf,
  setQuorum,
  vote,
  type Member,
} from '../../fixtures/team.ts';

const NEEDED = 'ACTIVITY_STATUS_CONSENSUS_NEEDED';
const COMPLETED = 'ACTIVITY_STATUS_COMPLETED';

let service: LocalService;
let ann: Member;
let ben: Member;
beforeEach(async () => {
  service = await LocalService.start();
  ann = await addMember(service, 'Ann', { userTags: ['signers'] });
  ben = await addMember(service, 'Ben', { userTags: ['signers'] });
});
afterEach(async () => {
  await service.stop();
});

const aKey = () => ({
  privateKeys: [{ privateKeyName: 'K', curve: 'CURVE_P256', privateKeyTags: [], addressFormats: [] }],
});
const apiKey = (userId: string) => ({
  userId,
  apiKeys: [{ apiKeyName: 'New key', publicKey: freshSigner().publicKey, curveType: 'API_KEY_CURVE_P256' }],
});
const refused = async (path: string, parameters: object, by: Member): Promise<void> => {
  const before = (await service.query('list_activities')).text;
  const sent = await service.submit(path, parameters, by.signer);
  expect([sent.status, sent.json.code, codeOf(sent)]).toEqual([403, 7, 'REQUEST_NOT_AUTHORIZED']);
  expect((await service.query('list_activities')).text).toBe(before);
};
const statusOf = async (path: string, parameters: object, by: Member): Promise<string> =>
  activityOf(await service.submit(path, parameters, by.signer)).status;

test('privilege escalation: a user without a policy changes nothing of the organization', async () => {
  await refused('create_private_keys', aKey(), ann);
  await refused(
    'create_users',
    { users: [{ userName: 'X', apiKeys: [], authenticators: [], oauthProviders: [], userTags: [] }] },
    ann,
  );
  await refused('update_root_quorum', { threshold: 1, userIds: [ann.userId] }, ann);
  await refused('create_policy', { policyName: 'Mine', effect: 'EFFECT_ALLOW', notes: '' }, ann);
  await refused('create_api_keys', apiKey(service.ready.rootUserId), ann);
  await refused('delete_api_keys', { userId: ben.userId, apiKeyIds: [crypto.randomUUID()] }, ann);
  await refused('remove_ip_allowlist', {}, ann);
  await refused('remove_organization_feature', { name: 'FEATURE_NAME_WEBHOOK' }, ann);
});

test('users read everything of their organization without a policy', async () => {
  for (const path of ['list_users', 'list_policies', 'get_organization', 'list_private_keys'])
    expect((await service.query(path, {}, ann.signer)).status).toBe(200);
});

describe('own credentials', () => {
  test('may be changed without a policy, also by a member of a larger root quorum', async () => {
    expect(await statusOf('create_api_keys', apiKey(ann.userId), ann)).toBe(COMPLETED);
    await setQuorum(service, 2, [service.ready.rootUserId, ann.userId]);
    expect(await statusOf('create_api_keys', apiKey(ann.userId), ann)).toBe(COMPLETED);
    expect(await statusOf('create_api_keys', apiKey(ben.userId), ann)).toBe(NEEDED);
  });

  test('may not be changed where a policy denies it', async () => {
    await addPolicy(service, { effect: 'EFFECT_DENY', condition: "activity.resource == 'CREDENTIAL'" });
    await refused('create_api_keys', apiKey(ann.userId), ann);
    expect((await service.submit('create_api_keys', apiKey(service.ready.rootUserId))).status).toBe(200);
  });
});

describe('policies', () => {
  test('allow what their condition says, to those whom their consensus names, and no more', async () => {
    await addPolicy(service, {
      condition: "activity.type == 'ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2'",
      consensus: `approvers.any(user, user.id == '${ann.userId}')`,
    });
    expect(await statusOf('create_private_keys', aKey(), ann)).toBe(COMPLETED);
    await refused('update_user_name', { userId: ann.userId, userName: 'X' }, ann);
  });

  test('consensus of a tag: two of its users, who need no other permission', async () => {
    const policyId = await addPolicy(service, {
      condition: "activity.resource == 'PRIVATE_KEY' && activity.action == 'CREATE'",
      consensus: "approvers.filter(user, user.tags.contains('signers')).count() >= 2",
    });
    const cleo = await addMember(service, 'Cleo');
    const open = activityOf(await service.submit('create_private_keys', aKey(), ann.signer));
    expect(open).toMatchObject({ status: NEEDED, canApprove: false });
    expect(codeOf(await vote(service, 'approve', open, cleo.signer))).toBe('REQUEST_NOT_AUTHORIZED');
    const done = activityOf(await vote(service, 'approve', open, ben.signer));
    expect(done.status).toBe(COMPLETED);

    const { json } = await service.query('get_policy_evaluations', { activityId: open.id });
    const said = (outcome: string) => ({ policyEvaluations: [{ policyId, outcome }], activityId: open.id });
    expect(json['policyEvaluations']).toMatchObject([
      { ...said('OUTCOME_REQUIRES_CONSENSUS'), voteId: open.votes[0]?.id },
      { ...said('OUTCOME_ALLOW'), voteId: done.votes[1]?.id },
    ]);
  });

  test('policy bypass: a deny stands above every allow', async () => {
    await addPolicy(service, {});
    await addPolicy(service, { effect: 'EFFECT_DENY', condition: "activity.kind == 'CREATE_PRIVATE_KEYS'" });
    await refused('create_private_keys', aKey(), ann);
    expect(await statusOf('update_user_name', { userId: ben.userId, userName: 'X' }, ann)).toBe(COMPLETED);
  });

  test('policy bypass: an ID is written in capitals', async () => {
    await addPolicy(service, {
      effect: 'EFFECT_DENY',
      condition: `activity.kind == 'CREATE_API_KEYS' && activity.params.user_id == '${ann.userId}'`,
    });
    await refused('create_api_keys', apiKey(ann.userId.toUpperCase()), ann);
    await refused('create_api_keys', apiKey(ann.userId), ann);
  });

  test('policy bypass: what only the root quorum may do, no policy allows', async () => {
    await addPolicy(service, { consensus: 'true' });
    await refused('update_root_quorum', { threshold: 1, userIds: [ann.userId] }, ann);
    await refused('set_organization_feature', { name: 'FEATURE_NAME_WEBHOOK', value: 'x' }, ann);
    await service.submit('set_organization_feature', { name: 'FEATURE_NAME_WEBHOOK', value: 'x' });
    await refused('remove_organization_feature', { name: 'FEATURE_NAME_WEBHOOK' }, ann);
  });

  test('policy bypass: a deny that came after the request stops its approval', async () => {
    await addPolicy(service, { consensus: 'approvers.count() >= 2' });
    const open = activityOf(await service.submit('create_private_keys', aKey(), ann.signer));
    await addPolicy(service, { effect: 'EFFECT_DENY' });
    expect(codeOf(await vote(service, 'approve', open, ben.signer))).toBe('REQUEST_NOT_AUTHORIZED');
    expect((await service.query('list_private_keys')).json['privateKeys']).toEqual([]);
  });

  test('a policy that ends in an error allows nothing', async () => {
    await addPolicy(service, { condition: "wallet.id == 'x' || true" });
    await refused('create_private_keys', aKey(), ann);
  });

  test('are changed and deleted, and what they allowed goes with them', async () => {
    const policyId = await addPolicy(service, { policyName: 'Keys', condition: 'true', notes: 'Note' });
    await service.submit('update_policy', { policyId, policyName: 'Other', policyCondition: 'false' });
    const { json } = await service.query('get_policy', { policyId });
    expect(json['policy']).toEqual({
      policyId,
      policyName: 'Other',
      effect: 'EFFECT_ALLOW',
      condition: 'false',
      consensus: '',
      notes: 'Note',
      createdAt: new Date(service.now).toISOString(),
      updatedAt: new Date(service.now).toISOString(),
    });
    expect((await service.query('list_policies')).json['policies']).toEqual([json['policy']]);
    await refused('create_private_keys', aKey(), ann);
    await service.submit('update_policy', { policyId, policyCondition: 'true' });
    expect(await statusOf('create_private_keys', aKey(), ann)).toBe(COMPLETED);
    await service.submit('delete_policy', { policyId });
    await refused('create_private_keys', aKey(), ann);
    for (const path of ['update_policy', 'delete_policy'])
      expect(codeOf(await service.submit(path, { policyId }))).toBe('NOT_FOUND');
    expect(codeOf(await service.query('get_policy', { policyId }))).toBe('NOT_FOUND');
  });

  test.each([
    ['condition', 'activity.type =='],
    ['condition', 'nobody == 1'],
    ['consensus', ''],
    ['consensus', 'approvers.count()'],
    ['time', 'activity.type == 1'],
  ])('an invalid %s (%s) is refused where it is written', async (part, text) => {
    const policy = { policyName: 'Bad', effect: 'EFFECT_ALLOW', notes: '', [part]: text };
    const sent = await service.submit('create_policy', policy);
    expect([sent.status, codeOf(sent), wrongFields(sent)]).toEqual([
      400,
      'REQUEST_INVALID',
      [`parameters.${part}`],
    ]);
    expect((await service.query('list_policies')).json['policies']).toEqual([]);
  });

  test('are made and deleted several at a time: all of them, or none', async () => {
    const wanted = (policyName: string) => ({ policyName, effect: 'EFFECT_ALLOW', notes: '' });
    const names = async () =>
      ((await service.query('list_policies')).json['policies'] as { policyName: string }[]).map(
        ({ policyName }) => policyName,
      );
    const before = await names();
    const twice = await service.submit('create_policies', { policies: [wanted('One'), wanted('One')] });
    expect(wrongFields(twice)).toEqual(['parameters.policies.1.policyName']);
    const broken = { ...wanted('Two'), condition: 'nothing' };
    const wrong = await service.submit('create_policies', { policies: [wanted('One'), broken] });
    expect(wrongFields(wrong)).toEqual(['parameters.policies.1.condition']);
    expect(await names()).toEqual(before);

    const sent = await service.submit('create_policies', { policies: [wanted('One'), wanted('Two')] });
    const { policyIds } = resultOf(sent, 'createPoliciesResult') as { policyIds: string[] };
    expect(await names()).toEqual([...before, 'One', 'Two']);
    const nowhere = '00000000-0000-4000-8000-000000000000';
    const missing = await service.submit('delete_policies', { policyIds: [...policyIds, nowhere] });
    expect(missing.status).toBe(404);
    expect(await names()).toEqual([...before, 'One', 'Two']);
    expect((await service.submit('delete_policies', { policyIds })).status).toBe(200);
    expect(await names()).toEqual(before);
  });

  test('have names of their own', async () => {
    await addPolicy(service, { policyName: 'Same' });
    const policyId = await addPolicy(service, { policyName: 'Another' });
    const again = { policyName: 'Same', effect: 'EFFECT_DENY', notes: '' };
    expect(wrongFields(await service.submit('create_policy', again))).toEqual(['parameters.policyName']);
    const renamed = await service.submit('update_policy', { policyId, policyName: 'Same' });
    expect(wrongFields(renamed)).toEqual(['parameters.policyName']);
  });
});
