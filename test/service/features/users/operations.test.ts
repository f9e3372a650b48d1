import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { codeOf, freshSigner, LocalService, send, wrongFields } from '#test/fixtures/local-service.ts';
import { Passkey } from '#test/fixtures/passkey.ts';
import { activityOf, addMember, resultOf, setQuorum, type Member } from '#test/fixtures/team.ts';

let service: LocalService;
let ann: Member;
beforeEach(async () => {
  service = await LocalService.start();
  ann = await addMember(service, 'Ann', { userEmail: 'ann@example.com', userTags: ['signers'] });
});
afterEach(async () => {
  await service.stop();
});

const MISSING = '00000000-0000-4000-8000-000000000000';
const userOf = async (userId: string) =>
  (await service.query('get_user', { userId })).json['user'] as {
    userName: string;
    apiKeys: { apiKeyId: string }[];
  };

describe('create_users', () => {
  test('queries show the user as made, and the user can stamp', async () => {
    const user = await userOf(ann.userId);
    const time = new Date(service.now).toISOString();
    expect(user).toMatchObject({
      userId: ann.userId,
      userName: 'Ann',
      userEmail: 'ann@example.com',
      userTags: ['signers'],
      apiKeys: [
        {
          apiKeyName: 'Key of Ann',
          credential: { publicKey: ann.signer.publicKey, type: 'CREDENTIAL_TYPE_API_KEY_P256' },
          expirationSeconds: '31536000',
        },
      ],
      createdAt: time,
      updatedAt: time,
    });
    const users = (await service.query('list_users')).json['users'] as { userId: string }[];
    expect(users).toContainEqual(user);
    expect(users).toHaveLength(2);
    expect((await service.query('whoami', {}, ann.signer)).json).toMatchObject({ userId: ann.userId });
    const { apiKeys } = (await service.query('get_api_keys', { userId: ann.userId })).json;
    expect(apiKeys).toEqual(user.apiKeys);
    expect((await service.query('get_api_keys')).json['apiKeys']).toHaveLength(2);
  });

  test('a user with a passkey and an OIDC identity instead of keys, who then stamps with the passkey', async () => {
    const passkey = new Passkey(1);
    const oidcClaims = { iss: 'https://issuer.example', aud: 'console', sub: 'dora' };
    const sent = await service.submit('create_users', {
      users: [
        {
          userName: 'Dora',
          apiKeys: [],
          authenticators: [passkey.register()],
          oauthProviders: [{ providerName: 'Example', oidcClaims }],
          userTags: [],
        },
      ],
    });
    const [userId] = (resultOf(sent, 'createUsersResult') as { userIds: [string] }).userIds;
    expect(await userOf(userId)).toMatchObject({
      authenticators: [{ authenticatorName: 'A passkey' }],
      oauthProviders: [{ providerName: 'Example', issuer: 'https://issuer.example', subject: 'dora' }],
    });
    const body = JSON.stringify({ organizationId: service.ready.organizationId });
    const whoami = await send(`${service.ready.url}/public/v1/query/whoami`, body, passkey.stamp(body));
    expect(whoami.json).toMatchObject({ userId, username: 'Dora' });
  });

  test('all users of a request are made, or none', async () => {
    const user = (publicKey: string) => ({
      userName: 'Twin',
      apiKeys: [{ apiKeyName: 'K', publicKey, curveType: 'API_KEY_CURVE_P256' }],
      authenticators: [],
      oauthProviders: [],
      userTags: [],
    });
    const users = [user(freshSigner().publicKey), user(ann.signer.publicKey)];
    const sent = await service.submit('create_users', { users });
    expect([sent.status, codeOf(sent), wrongFields(sent)]).toEqual([
      400,
      'CREDENTIAL_CONFLICT',
      ['parameters.users.1.apiKeys.0.publicKey'],
    ]);
    expect((await service.query('list_users')).json['users']).toHaveLength(2);
  });
});

test('update_user_name: later queries show the new name', async () => {
  service.now += 1000;
  const sent = await service.submit('update_user_name', { userId: ann.userId, userName: 'Anna' });
  expect(resultOf(sent, 'updateUserNameResult')).toEqual({ userId: ann.userId });
  expect(await userOf(ann.userId)).toMatchObject({
    userName: 'Anna',
    updatedAt: new Date(service.now).toISOString(),
  });
  expect(codeOf(await service.submit('update_user_name', { userId: MISSING, userName: 'X' }))).toBe(
    'NOT_FOUND',
  );
});

describe('delete_users', () => {
  test('the user is gone, and so are the user’s keys', async () => {
    const sent = await service.submit('delete_users', { userIds: [ann.userId, ann.userId] });
    expect(resultOf(sent, 'deleteUsersResult')).toEqual({ userIds: [ann.userId] });
    expect(codeOf(await service.query('whoami', {}, ann.signer))).toBe('PUBLIC_KEY_NOT_FOUND');
    expect(codeOf(await service.query('get_user', { userId: ann.userId }))).toBe('NOT_FOUND');
    expect((await service.query('get_api_keys')).json['apiKeys']).toHaveLength(1);
  });

  test('one user that is not there leaves the others where they are', async () => {
    const sent = await service.submit('delete_users', { userIds: [ann.userId, MISSING] });
    expect([sent.status, codeOf(sent)]).toEqual([404, 'NOT_FOUND']);
    expect((await userOf(ann.userId)).userName).toBe('Ann');
  });

  test('lockout: a member of the root quorum cannot be deleted', async () => {
    const sent = await service.submit('delete_users', { userIds: [service.ready.rootUserId] });
    expect([sent.status, wrongFields(sent)]).toEqual([400, ['parameters.userIds']]);
    expect((await service.query('whoami')).status).toBe(200);
  });
});

describe('delete_api_keys', () => {
  test('a deleted key stamps nothing any more', async () => {
    const apiKeyIds = (await userOf(ann.userId)).apiKeys.map(({ apiKeyId }) => apiKeyId);
    const sent = await service.submit('delete_api_keys', { userId: ann.userId, apiKeyIds });
    expect(resultOf(sent, 'deleteApiKeysResult')).toEqual({ apiKeyIds });
    expect(codeOf(await service.query('whoami', {}, ann.signer))).toBe('PUBLIC_KEY_NOT_FOUND');
  });

  test('a key of another user is not found', async () => {
    const [rootKey] = (await userOf(service.ready.rootUserId)).apiKeys;
    const sent = await service.submit('delete_api_keys', {
      userId: ann.userId,
      apiKeyIds: [rootKey?.apiKeyId],
    });
    expect([sent.status, codeOf(sent)]).toEqual([404, 'CREDENTIAL_NOT_FOUND']);
  });

  test('lockout: the last credential of the root quorum stays', async () => {
    const userId = service.ready.rootUserId;
    const apiKeyIds = (await userOf(userId)).apiKeys.map(({ apiKeyId }) => apiKeyId);
    const sent = await service.submit('delete_api_keys', { userId, apiKeyIds });
    expect([sent.status, codeOf(sent)]).toEqual([400, 'REQUEST_INVALID']);
    expect((await service.query('whoami')).status).toBe(200);
  });
});

describe('update_root_quorum', () => {
  const quorum = async () => {
    const { json } = await service.query('get_organization_configs');
    return (json['configs'] as { quorum: object }).quorum;
  };

  test('queries show it, and it decides from then on', async () => {
    const root = service.ready.rootUserId;
    expect(await quorum()).toEqual({ threshold: 1, userIds: [root] });
    const sent = await setQuorum(service, 2, [root, ann.userId, root]);
    expect(resultOf(sent, 'updateRootQuorumResult')).toEqual({});
    expect(await quorum()).toEqual({ threshold: 2, userIds: [root, ann.userId] });
    const open = activityOf(await setQuorum(service, 1, [root]));
    expect(open.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
  });

  test.each([
    [0, 1],
    [2, 1],
    [1.5, 1],
  ])('lockout: a threshold of %s over %s users is refused', async (threshold, count) => {
    const sent = await setQuorum(service, threshold, [ann.userId].slice(0, count));
    expect([sent.status, wrongFields(sent)]).toEqual([400, ['parameters.threshold']]);
    expect(await quorum()).toMatchObject({ threshold: 1 });
  });

  test('lockout: users who are not there, or could not stamp, cannot be the root quorum', async () => {
    expect(wrongFields(await setQuorum(service, 1, [MISSING]))).toEqual(['parameters.userIds']);
    const keyless = {
      userName: 'Keyless',
      apiKeys: [],
      authenticators: [],
      oauthProviders: [],
      userTags: [],
    };
    const made = await service.submit('create_users', { users: [keyless] });
    const { userIds } = resultOf(made, 'createUsersResult') as { userIds: string[] };
    expect((await setQuorum(service, 1, userIds)).status).toBe(400);
    expect(await quorum()).toMatchObject({ userIds: [service.ready.rootUserId] });
  });
});
