import { decryptCredentialBundle, generateP256KeyPair, verifySessionJwtSignature } from '@turnkey/crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromHex } from '#protocol/encoding.ts';
import { verifySession } from '#protocol/session.ts';
import { portableSigner, type Signer } from '#protocol/stamp.ts';
import {
  codeOf,
  freshSigner,
  LocalService,
  send,
  wrongFields,
  type Sent,
} from '#test/fixtures/local-service.ts';
import { Passkey } from '#test/fixtures/passkey.ts';

let service: LocalService;
let userId = '';
beforeAll(async () => {
  service = await LocalService.start();
  userId = service.ready.rootUserId;
});
afterAll(async () => {
  await service.stop();
});

const start = Date.UTC(2026, 0, 2, 3, 4, 5);
/** Does something at another time. */
async function at<T>(ms: number, work: () => Promise<T>): Promise<T> {
  service.now = start + ms;
  try {
    return await work();
  } finally {
    service.now = start;
  }
}

/** A user with an API key that lasts. */
async function createUser(): Promise<{ id: string; signer: Signer }> {
  const signer = freshSigner();
  const key = { apiKeyName: 'Key', publicKey: signer.publicKey, curveType: 'API_KEY_CURVE_P256' };
  const sent = await service.submit('create_users', {
    users: [
      {
        userName: 'Ada',
        apiKeys: [{ ...key, expirationSeconds: '86400' }],
        authenticators: [],
        oauthProviders: [],
        userTags: [],
      },
    ],
  });
  const { userIds } = sent.json.activity?.result?.['createUsersResult'] as { userIds: string[] };
  return { id: userIds[0] ?? '', signer };
}

interface Opened {
  readonly userId: string;
  readonly username: string;
  readonly apiKeyId: string;
  readonly credentialBundle: string;
}

/** Opens a session, and the vendor's own code opens its bundle. */
async function open(
  parameters: object = {},
  signer = service.root,
): Promise<{ signer: Signer; result: Opened }> {
  const target = generateP256KeyPair();
  const sent = await service.submit(
    'create_read_write_session',
    { targetPublicKey: target.publicKeyUncompressed, ...parameters },
    signer,
  );
  expect([sent.status, sent.json.message]).toEqual([200, undefined]);
  const result = sent.json.activity?.result?.['createReadWriteSessionResultV2'] as Opened;
  const privateKey = decryptCredentialBundle(result.credentialBundle, target.privateKey);
  return { signer: portableSigner('API_KEY_CURVE_P256', fromHex(privateKey)), result };
}

interface Key {
  readonly apiKeyId: string;
  readonly apiKeyName: string;
  readonly expirationSeconds?: string;
  readonly credential: { publicKey: string; type: string; sessionProfileId?: string };
}
const keysOf = async (user: string): Promise<Key[]> =>
  (await service.query('get_api_keys', { userId: user })).json['apiKeys'] as Key[];
const status = async (signer: Signer): Promise<number> => (await service.query('whoami', {}, signer)).status;

const login = (parameters: object, signer = service.root): Promise<Sent> =>
  service.submit('stamp_login', parameters, signer);
const sessionOf = ({ json }: Sent): string =>
  (json.activity?.result?.['stampLoginResult'] as { session: string }).session;

describe('create_read_write_session', () => {
  test('the bundle holds a key that stamps for the user, for 15 minutes', async () => {
    const { signer, result } = await open();
    expect(result).toMatchObject({
      organizationId: service.ready.organizationId,
      organizationName: 'This machine',
      userId,
      username: 'Root user',
    });
    const key = (await keysOf(userId)).find(({ apiKeyId }) => apiKeyId === result.apiKeyId);
    expect(key).toMatchObject({
      apiKeyName: `Read Write Session - ${new Date(service.now).toISOString()}`,
      expirationSeconds: '900',
      credential: { publicKey: signer.publicKey, type: 'CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256' },
    });
    expect(await at(899_999, () => status(signer))).toBe(200);
    const late = await at(900_000, () => service.query('whoami', {}, signer));
    expect([late.status, codeOf(late)]).toEqual([401, 'API_KEY_EXPIRED']);
  });

  test('name, expiry and user are those of the request', async () => {
    const user = await createUser();
    const { signer, result } = await open({ userId: user.id, apiKeyName: 'Mine', expirationSeconds: '60' });
    expect([result.userId, result.username]).toEqual([user.id, 'Ada']);
    expect(await keysOf(user.id)).toContainEqual(
      expect.objectContaining({ apiKeyName: 'Mine', expirationSeconds: '60' }),
    );
    expect((await service.query('whoami', {}, signer)).json['userId']).toBe(user.id);
    expect(await at(60_000, () => status(signer))).toBe(401);
  });

  test('invalidateExisting ends the other read-write sessions of the user, and nothing else', async () => {
    const user = await createUser();
    const first = await open({ userId: user.id });
    const foreign = await open();
    const logged = freshSigner();
    expect((await login({ publicKey: logged.publicKey }, user.signer)).status).toBe(200);
    const second = await open({ userId: user.id, invalidateExisting: true });
    expect(await status(first.signer)).toBe(401);
    for (const signer of [second.signer, foreign.signer, logged, user.signer])
      expect(await status(signer)).toBe(200);
  });

  test('an eleventh expiring key takes the place of an expired one, else of the oldest session', async () => {
    const user = await createUser();
    const short = await at(1, () => open({ userId: user.id, expirationSeconds: '10' }));
    const others: { signer: Signer }[] = [];
    for (let round = 2; round < 10; round += 1)
      others.push(await at(round, () => open({ userId: user.id, expirationSeconds: '3600' })));
    const left = async () => (await keysOf(user.id)).map(({ credential }) => credential.publicKey);
    expect(await left()).toHaveLength(10);
    const [first, second] = others.map(({ signer }) => signer.publicKey);
    // The short one has expired: it goes, though the others are older.
    const newest = await at(60_000, () => open({ userId: user.id, expirationSeconds: '3600' }));
    expect(await left()).toHaveLength(10);
    expect(await left()).not.toContain(short.signer.publicKey);
    // None has expired: the oldest session goes, though the user's own key is older.
    await at(60_001, () => open({ userId: user.id }));
    expect(await left()).toHaveLength(10);
    expect(await left()).not.toContain(first);
    for (const key of [user.signer.publicKey, second, newest.signer.publicKey])
      expect(await left()).toContain(key);
  });

  test('attack: sessions of another’s making end no key of a user, however many', async () => {
    const ada = await createUser();
    const low = await createUser();
    const condition = "activity.type == 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2'";
    const consensus = `approvers.any(user, user.id == '${low.id}')`;
    const policy = { policyName: 'Low', effect: 'EFFECT_ALLOW', condition, consensus, notes: '' };
    const made = await service.submit('create_policy', policy);
    const { policyId } = made.json.activity?.result?.['createPolicyResult'] as { policyId: string };
    for (let round = 0; round < 11; round += 1)
      await at(round, () => open({ userId: ada.id, expirationSeconds: '60' }, low.signer));
    expect(await keysOf(ada.id)).toHaveLength(10);
    expect(await status(ada.signer)).toBe(200);
    expect((await service.submit('delete_policy', { policyId })).status).toBe(200);
  });

  test('attack: nor do logins of its own; the newest ten minus that key stay', async () => {
    const user = await createUser();
    const logins = Array.from({ length: 12 }, () => freshSigner());
    for (const [round, { publicKey }] of logins.entries())
      expect((await at(round, () => login({ publicKey }, user.signer))).status).toBe(200);
    const statuses = await Promise.all([user.signer, ...logins].map(status));
    expect(statuses).toEqual([200, ...logins.map((_, round) => (round < 3 ? 401 : 200))]);
  });

  test('refused: a target key that is no point, another organization’s user, somebody else’s session', async () => {
    const target = { targetPublicKey: generateP256KeyPair().publicKeyUncompressed };
    const off = await service.submit('create_read_write_session', {
      targetPublicKey: `04${'11'.repeat(64)}`,
    });
    expect([off.status, wrongFields(off)]).toEqual([400, ['parameters.targetPublicKey']]);
    const nobody = { ...target, userId: '00000000-0000-4000-8000-000000000000' };
    expect((await service.submit('create_read_write_session', nobody)).status).toBe(404);
    const { signer } = await createUser();
    const stolen = await service.submit('create_read_write_session', { ...target, userId }, signer);
    expect([stolen.status, codeOf(stolen)]).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
  });
});

describe('stamp_login', () => {
  test('the session verifies with the vendor’s code, and the client’s key stamps until it ends', async () => {
    const client = freshSigner();
    const session = sessionOf(await login({ publicKey: client.publicKey }));
    const notarizer = service.ready.keys.sessionNotarizer;
    expect(await verifySessionJwtSignature(session, notarizer)).toBe(true);
    const claims = verifySession(session, notarizer, service.now);
    expect(claims).toEqual({
      exp: start / 1000 + 900,
      public_key: client.publicKey,
      session_type: 'SESSION_TYPE_READ_WRITE',
      user_id: userId,
      organization_id: service.ready.organizationId,
    });
    expect(await at(899_000, () => status(client))).toBe(200);
    expect(await at(900_000, () => status(client))).toBe(401);
    expect(() => verifySession(session, notarizer, start + 900_000)).toThrow('The session expired');
    expect(await keysOf(userId)).toContainEqual(
      expect.objectContaining({
        credential: { publicKey: client.publicKey, type: 'CREDENTIAL_TYPE_LOGIN' },
        apiKeyName: `Login - ${new Date(service.now).toISOString()}`,
      }),
    );
  });

  test('the session of a passkey is its user’s', async () => {
    const user = await createUser();
    const passkey = new Passkey(1);
    await service.submit('create_authenticators', { userId: user.id, authenticators: [passkey.register()] });
    const client = freshSigner();
    const body = service.submitBody('stamp_login', { publicKey: client.publicKey, expirationSeconds: '30' });
    const sent = await send(`${service.ready.url}/public/v1/submit/stamp_login`, body, passkey.stamp(body));
    const claims = verifySession(sessionOf(sent), service.ready.keys.sessionNotarizer, service.now);
    expect([claims.user_id, claims.exp]).toEqual([user.id, start / 1000 + 30]);
    expect((await service.query('whoami', {}, client)).json['userId']).toBe(user.id);
  });

  test('the same key again renews its own session', async () => {
    const client = freshSigner();
    await login({ publicKey: client.publicKey });
    const renewed = await at(600_000, () => login({ publicKey: client.publicKey }, client));
    expect(verifySession(sessionOf(renewed), service.ready.keys.sessionNotarizer, start).exp).toBe(
      start / 1000 + 1500,
    );
    expect(await at(1_499_000, () => status(client))).toBe(200);
    expect(await at(1_500_000, () => status(client))).toBe(401);
  });

  test('a session over an API key that is there already does not outlast it, nor change it', async () => {
    const user = await createUser();
    const before = await keysOf(user.id);
    const sent = await login({ publicKey: user.signer.publicKey, expirationSeconds: '999999' }, user.signer);
    expect(verifySession(sessionOf(sent), service.ready.keys.sessionNotarizer, start).exp).toBe(
      start / 1000 + 86_400,
    );
    expect(await keysOf(user.id)).toEqual(before);
  });

  test('invalidateExisting ends the other logins of the user, and nothing else', async () => {
    const user = await createUser();
    const [first, second, foreign] = [freshSigner(), freshSigner(), freshSigner()];
    const other = await open({ userId: user.id });
    await login({ publicKey: first.publicKey }, user.signer);
    await login({ publicKey: foreign.publicKey });
    await login({ publicKey: second.publicKey, invalidateExisting: true }, user.signer);
    expect(await status(first)).toBe(401);
    for (const signer of [second, foreign, other.signer]) expect(await status(signer)).toBe(200);
  });

  test('lockout: a session over a key that is over, which would end the one that asks', async () => {
    const user = await createUser();
    const client = freshSigner();
    await login({ publicKey: client.publicKey, expirationSeconds: '999999' }, user.signer);
    await at(86_500_000, async () => {
      expect(await status(client)).toBe(200);
      const expired = await login({ publicKey: user.signer.publicKey, invalidateExisting: true }, client);
      expect([expired.status, codeOf(expired)]).toEqual([400, 'CREDENTIAL_CONFLICT']);
      expect(await status(client)).toBe(200);
    });
  });

  test('refused: the key of another user, a key that is no point, an unknown profile', async () => {
    const user = await createUser();
    const taken = await login({ publicKey: service.root.publicKey }, user.signer);
    expect([taken.status, codeOf(taken)]).toEqual([400, 'CREDENTIAL_CONFLICT']);
    const off = await login({ publicKey: `02${'ff'.repeat(32)}` });
    expect([off.status, wrongFields(off)]).toEqual([400, ['parameters.publicKey']]);
    const sessionProfileId = '00000000-0000-4000-8000-000000000000';
    expect((await login({ publicKey: freshSigner().publicKey, sessionProfileId })).status).toBe(404);
  });

  test('a session that was changed does not verify', async () => {
    const session = sessionOf(await login({ publicKey: freshSigner().publicKey }));
    const [head = '', payload = '', signature = ''] = session.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    const longer = Buffer.from(JSON.stringify({ ...claims, exp: 9_999_999_999 })).toString('base64url');
    expect(() =>
      verifySession(`${head}.${longer}.${signature}`, service.ready.keys.sessionNotarizer, start),
    ).toThrow('is invalid: it was changed');
  });
});

describe('session profiles', () => {
  const createProfile = (parameters: object): Promise<Sent> =>
    service.submit('create_session_profile', parameters);
  const idOf = ({ json }: Sent): string =>
    (json.activity?.result?.['createSessionProfileResult'] as { sessionProfileId: string }).sessionProfileId;

  test('queries show a profile as it was made', async () => {
    const parameters = {
      sessionProfileName: 'Signers',
      scope: "activity.action == 'SIGN'",
      notes: 'For the till',
    };
    const sessionProfileId = idOf(await createProfile({ ...parameters, expirationSeconds: '60' }));
    const { json } = await service.query('get_session_profile', { sessionProfileId });
    expect(json['sessionProfile']).toMatchObject({
      ...parameters,
      sessionProfileId,
      expirationSeconds: '60',
    });
    const all = (await service.query('get_session_profiles')).json['sessionProfiles'];
    expect(all).toContainEqual(json['sessionProfile']);
    const nobody = { sessionProfileId: '00000000-0000-4000-8000-000000000000' };
    expect((await service.query('get_session_profile', nobody)).status).toBe(404);
    const twice = await createProfile(parameters);
    expect([twice.status, wrongFields(twice)]).toEqual([400, ['parameters.sessionProfileName']]);
  });

  test('refused: a scope that cannot be read, or that is not about what is asked', async () => {
    for (const scope of [
      'activity.action ==',
      "approvers.any(user, user.id == 'x')",
      '1',
      'nothing.at.all',
    ]) {
      const sent = await createProfile({ sessionProfileName: scope, scope });
      expect([sent.status, wrongFields(sent)]).toEqual([400, ['parameters.scope']]);
    }
  });

  test('a session does what its scope says, for its root user too, and no longer than its profile', async () => {
    const scope = "activity.kind == 'CREATE_PRIVATE_KEYS'";
    const sessionProfileId = idOf(
      await createProfile({ sessionProfileName: 'Makers', scope, expirationSeconds: '60' }),
    );
    const client = freshSigner();
    const sent = await login({ publicKey: client.publicKey, sessionProfileId, expirationSeconds: '600' });
    const claims = verifySession(sessionOf(sent), service.ready.keys.sessionNotarizer, service.now);
    expect(claims).toMatchObject({ exp: start / 1000 + 60, session_type: 'Makers', scope });
    expect(claims.session_profile_id).toBe(sessionProfileId);
    const key = { privateKeyName: 'A key', curve: 'CURVE_P256', privateKeyTags: [], addressFormats: [] };
    expect((await service.submit('create_private_keys', { privateKeys: [key] }, client)).status).toBe(200);
    expect(await status(client)).toBe(200);
    // Attack: out of the scope, and into a session or a key without one.
    const attempts = [
      service.submit('update_user_name', { userId, userName: 'Mallory' }, client),
      login({ publicKey: client.publicKey }, client),
      login({ publicKey: freshSigner().publicKey }, client),
      service.submit('approve_activity', { fingerprint: `sha256:${'00'.repeat(32)}` }, client),
    ];
    for (const attempt of await Promise.all(attempts))
      expect([attempt.status, codeOf(attempt)]).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
    // Nor does another login of the user lift the scope from the key.
    const lifted = await login({ publicKey: client.publicKey });
    expect([lifted.status, codeOf(lifted)]).toEqual([400, 'CREDENTIAL_CONFLICT']);
    expect(await at(60_000, () => status(client))).toBe(401);
  });

  test('attack: what a session has done is refused once it is done, so that its sender does it again', async () => {
    const created = await service.submit('create_wallet', { walletName: 'Till', accounts: [] });
    const { walletId } = created.json.activity?.result?.['createWalletResult'] as { walletId: string };
    const scope = "wallet.label == 'Till'";
    const sessionProfileId = idOf(await createProfile({ sessionProfileName: 'Renamer', scope }));
    const [client, other] = [freshSigner(), freshSigner()];
    for (const { publicKey } of [client, other]) await login({ publicKey, sessionProfileId });
    const body = service.submitBody('update_wallet', { walletId, walletName: 'Safe' });
    const rename = (signer: Signer): Promise<Sent> => service.post('submit/update_wallet', body, signer);
    const first = await rename(client);
    expect(first.status).toBe(200);
    // The name that the scope asks for is gone: the same bytes of the same key are answered, and nothing else is.
    const again = await rename(client);
    expect([again.status, again.json.activity?.id]).toEqual([200, first.json.activity?.id]);
    const attempts = [
      rename(other),
      service.submit('update_wallet', { walletId, walletName: 'Safe' }, client),
      service.submit('approve_activity', { fingerprint: first.json.activity?.fingerprint }, other),
    ];
    for (const attempt of await Promise.all(attempts))
      expect([attempt.status, codeOf(attempt)]).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
  });
});
