import { createHash, createHmac } from 'node:crypto';
import { decryptCredentialBundle, generateP256KeyPair, verifySessionJwtSignature } from '@turnkey/crypto';
import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fromHex } from '#protocol/encoding.ts';
import { portableSigner } from '#protocol/stamp.ts';
import { codeOf, freshSigner, LocalService, wrongFields, type Sent } from '#test/fixtures/local-service.ts';
import { makeKey, OidcIssuer } from '#test/fixtures/oidc-issuer.ts';
import { activityOf, addMember, addPolicy, vote } from '#test/fixtures/team.ts';

let service: LocalService;
let issuer: OidcIssuer;
let userId = '';
let providerId = '';
const AUDIENCE = 'a-client';

/** They end together: the port of one that ended could be another one's. */
const issuers: OidcIssuer[] = [];
async function startIssuer(): Promise<OidcIssuer> {
  const started = await OidcIssuer.start();
  issuers.push(started);
  return started;
}

beforeAll(async () => {
  service = await LocalService.start();
});
afterAll(async () => {
  await Promise.all([service.stop(), ...issuers.map((each) => each.stop())]);
});
beforeEach(async () => {
  // An issuer of its own for each test: what the service has kept of another one is not in the way.
  issuer = await startIssuer();
  userId = await createUser();
  const sent = await register({ oidcClaims: { iss: issuer.url, sub: 'ada', aud: AUDIENCE } });
  expect([sent.status, sent.json.message]).toEqual([200, undefined]);
  [providerId = ''] = providerIdsOf(sent);
});

async function createUser(): Promise<string> {
  const user = { userName: 'Ada', apiKeys: [], authenticators: [], oauthProviders: [], userTags: [] };
  const sent = await service.submit('create_users', { users: [user] });
  const { userIds } = sent.json.activity?.result?.['createUsersResult'] as { userIds: string[] };
  return userIds[0] ?? '';
}
const register = (provider: object, user = userId): Promise<Sent> =>
  service.submit('create_oauth_providers', {
    userId: user,
    oauthProviders: [{ providerName: 'Test issuer', ...provider }],
  });
const providerIdsOf = ({ json }: Sent): string[] =>
  (json.activity?.result?.['createOauthProvidersResultV2'] as { providerIds: string[] }).providerIds;

const pass = (ms: number): void => {
  service.now += ms;
  service.steadyMs += ms;
};

const nonceOf = (publicKey: string): string => createHash('sha256').update(publicKey).digest('hex');
const target = generateP256KeyPair();
const targetPublicKey = target.publicKeyUncompressed;
const good = (): JWTPayload => ({ sub: 'ada', aud: AUDIENCE, nonce: nonceOf(targetPublicKey) });
/** Claims as a test wants them; those that are undefined are left out of the token. */
type Claims = Readonly<Record<string, unknown>>;
const token = (claims: Claims = {}, header: object = {}): Promise<string> =>
  issuer.token({ ...good(), ...claims }, service.now, header);
const oauth = (oidcToken: string, parameters: object = {}): Promise<Sent> =>
  service.submit('oauth', { oidcToken, targetPublicKey, ...parameters });
const resultOf = ({ json }: Sent) =>
  json.activity?.result?.['oauthResult'] as { userId: string; apiKeyId: string; credentialBundle: string };
const signerOf = (sent: Sent) =>
  portableSigner(
    'API_KEY_CURVE_P256',
    fromHex(decryptCredentialBundle(resultOf(sent).credentialBundle, target.privateKey)),
  );
const keys = async (): Promise<object[]> =>
  (await service.query('get_api_keys', { userId })).json['apiKeys'] as object[];

/** Refused as an invalid token, and nothing was made. */
async function refused(sent: Promise<Sent>): Promise<string> {
  const { status, json } = await sent;
  expect([status, json.serviceErrorCode, await keys()]).toEqual([400, 'INVALID_OIDC_TOKEN', []]);
  return json.message ?? '';
}

describe('oauth', () => {
  test.each(['ES256', 'RS256'] as const)(
    'a token of %s opens a session of the user it is about',
    async (alg) => {
      await issuer.rotate(alg);
      const sent = await oauth(await token());
      expect([sent.status, sent.json.message, resultOf(sent).userId]).toEqual([200, undefined, userId]);
      const signer = signerOf(sent);
      expect((await service.query('whoami', {}, signer)).json['userId']).toBe(userId);
      expect(await keys()).toEqual([
        expect.objectContaining({
          apiKeyId: resultOf(sent).apiKeyId,
          apiKeyName: `Oauth - ${new Date(service.now).toISOString()}`,
          expirationSeconds: '900',
          credential: { publicKey: signer.publicKey, type: 'CREDENTIAL_TYPE_OAUTH_KEY_P256' },
        }),
      ]);
    },
  );

  test('base64 of the token, tknonce in the place of nonce, and one of several audiences are taken', async () => {
    const encoded = Buffer.from(await token()).toString('base64');
    const other = await token({ nonce: 'provider’s own', tknonce: nonceOf(targetPublicKey) });
    const several = await token({ aud: ['another', AUDIENCE], azp: AUDIENCE });
    for (const text of [encoded, other, several]) expect((await oauth(text)).status).toBe(200);
  });

  test('name and expiry are those of the request; invalidateExisting ends the other OAuth sessions', async () => {
    const first = signerOf(await oauth(await token(), { apiKeyName: 'Mine', expirationSeconds: '60' }));
    expect(await keys()).toEqual([expect.objectContaining({ apiKeyName: 'Mine', expirationSeconds: '60' })]);
    const second = signerOf(await oauth(await token(), { invalidateExisting: true }));
    expect((await service.query('whoami', {}, first)).status).toBe(401);
    expect((await service.query('whoami', {}, second)).status).toBe(200);
  });

  test('keys are asked for once, again after a rotation, and not for each stranger’s key id', async () => {
    await oauth(await token());
    await oauth(await token());
    expect(issuer.asked).toEqual(['/.well-known/openid-configuration', '/keys']);
    await issuer.rotate();
    pass(60_000);
    expect((await oauth(await token())).status).toBe(200);
    expect(issuer.asked).toHaveLength(4);
    for (const kid of ['a', 'b', 'c']) await oauth(await token({}, { kid }));
    expect(issuer.asked).toHaveLength(4);
  });

  describe('refused:', () => {
    test.each<[string, Claims]>([
      ['another audience', { aud: 'another-client' }],
      ['another subject', { sub: 'mallory' }],
      ['another issuer', { iss: 'https://accounts.example.com' }],
      ['the nonce of another key', { nonce: nonceOf(generateP256KeyPair().publicKeyUncompressed) }],
      [
        'the nonce over the key’s bytes',
        { nonce: createHash('sha256').update(fromHex(targetPublicKey)).digest('hex') },
      ],
      ['no nonce', { nonce: undefined }],
      ['no expiry', { exp: undefined }],
      ['several audiences and another authorized party', { aud: [AUDIENCE, 'evil'], azp: 'evil' }],
    ])('a token with %s', async (_, claims) => {
      await refused(oauth(await token(claims)));
    });

    test('an expired token, and one that is not valid yet', async () => {
      const seconds = Math.floor(service.now / 1000);
      expect(await refused(oauth(await token({ exp: seconds })))).toContain('it has expired');
      await refused(oauth(await token({ nbf: seconds + 60 })));
    });

    test('a token of algorithm none', async () => {
      const [, payload = ''] = (await token()).split('.');
      const head = Buffer.from('{"alg":"none"}').toString('base64url');
      await refused(oauth(`${head}.${payload}.`));
      await refused(oauth(`${head}.${payload}.AAAA`));
    });

    test('a token signed with the issuer’s public key as a shared secret', async () => {
      const { kid } = issuer.publicKey;
      const [, payload = ''] = (await token()).split('.');
      const head = Buffer.from(JSON.stringify({ alg: 'HS256', kid })).toString('base64url');
      const mac = createHmac('sha256', JSON.stringify(issuer.publicKey)).update(`${head}.${payload}`);
      await refused(oauth(`${head}.${payload}.${mac.digest('base64url')}`));
    });

    test('a token signed by another key under the issuer’s key id, and one that brings its own key', async () => {
      const other = await startIssuer();
      const { kid } = issuer.publicKey;
      const forged = { ...good(), iss: issuer.url };
      await refused(oauth(await other.token(forged, service.now, { kid })));
      await refused(oauth(await other.token(forged, service.now, { kid, jwk: other.publicKey })));
      await refused(oauth(await other.token(forged, service.now, { kid, jku: `${other.url}/keys` })));
      expect(other.asked).toEqual([]);
    });

    test('attack: a token whose issuer has a key that cannot be imported', async () => {
      const { kid, jwk } = await makeKey('ES256');
      const { x = '', ...withoutX } = jwk;
      const rsa = { kty: 'RSA', e: 'AQAB', kid, alg: 'RS256' };
      const unusable: [string, object][] = [
        ['ES256', { ...jwk, y: x }],
        ['ES256', { ...jwk, x: x.slice(0, 20) }],
        ['ES256', withoutX],
        ['RS256', rsa],
        ['EdDSA', { kty: 'OKP', crv: 'Ed25519', x: x.slice(0, 20), kid }],
      ];
      for (const [alg, key] of unusable) {
        const other = await startIssuer();
        other.answer = (path, response) => {
          if (path !== '/keys') return false;
          response.end(JSON.stringify({ keys: [key] }));
          return true;
        };
        await register({ oidcClaims: { iss: other.url, sub: 'ada', aud: AUDIENCE } });
        const [, payload = '', signature = ''] = (await other.token(good(), service.now)).split('.');
        const head = Buffer.from(JSON.stringify({ alg, kid })).toString('base64url');
        expect(await refused(oauth(`${head}.${payload}.${signature}`))).toContain('signature does not hold');
      }
    });

    test('a token whose claims were changed', async () => {
      const [head = '', , signature = ''] = (await token()).split('.');
      const payload = { iss: issuer.url, ...good(), exp: 9_999_999_999 };
      await refused(
        oauth(`${head}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.${signature}`),
      );
    });

    test('text that is no token', async () => {
      for (const text of ['x', 'a.b.c', 'e30.e30.e30']) await refused(oauth(text));
    });

    test('a token of an issuer that nobody registered, which is not asked for anything', async () => {
      const other = await startIssuer();
      await refused(oauth(await other.token(good(), service.now)));
      expect(other.asked).toEqual([]);
    });

    test('a token after its provider was deleted', async () => {
      const text = await token();
      const sent = await service.submit('delete_oauth_providers', { userId, providerIds: [providerId] });
      expect(sent.json.activity?.result).toEqual({
        deleteOauthProvidersResult: { providerIds: [providerId] },
      });
      await refused(oauth(text));
    });

    test('a token that a user without a policy for it sends', async () => {
      const stranger = freshSigner();
      const key = { apiKeyName: 'Key', publicKey: stranger.publicKey, curveType: 'API_KEY_CURVE_P256' };
      const other = await createUser();
      await service.submit('create_api_keys', { userId: other, apiKeys: [key] });
      const sent = await service.submit('oauth', { oidcToken: await token(), targetPublicKey }, stranger);
      expect([sent.status, codeOf(sent)]).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
    });
  });

  describe('an issuer that', () => {
    const unavailable = async (): Promise<string> => {
      const { status, json } = await oauth(await token());
      expect([status, json.serviceErrorCode, await keys()]).toEqual([503, 'INVALID_OIDC_TOKEN', []]);
      return json.message ?? '';
    };

    test('sends its readers elsewhere is not followed', async () => {
      const other = await startIssuer();
      issuer.answer = (path, response) => {
        response.writeHead(302, { location: `${other.url}${path}` }).end();
        return true;
      };
      expect(await unavailable()).toContain('it answered with 302');
      expect(other.asked).toEqual([]);
    });

    test('speaks for another issuer is not believed', async () => {
      issuer.answer = (path, response) => {
        if (path === '/keys') return false;
        response.end(
          JSON.stringify({ issuer: 'https://accounts.example.com', jwks_uri: `${issuer.url}/keys` }),
        );
        return true;
      };
      expect(await unavailable()).toContain('of another issuer');
    });

    test('has its keys on a private network is not asked there', async () => {
      for (const jwks_uri of ['http://192.168.0.1/keys', 'https://192.168.0.1/keys', 'file:///etc/passwd']) {
        issuer.answer = (_, response) => {
          response.end(JSON.stringify({ issuer: issuer.url, jwks_uri }));
          return true;
        };
        expect(await unavailable()).toMatch(/not https|not on the public internet/);
        pass(60_000);
      }
    });

    test('answers without end is cut off', async () => {
      issuer.answer = (_, response) => {
        response.write(`"${'x'.repeat(70_000)}`);
        return true;
      };
      expect(await unavailable()).toContain('longer than 65536 bytes');
    });

    test('has no keys at all, or no JSON, or none of the right form', async () => {
      for (const [text, why] of [
        ['<html>', 'no JSON'],
        ['{"keys":[{}]}', 'key set is none'],
        ['{}', 'key set is none'],
      ] as const) {
        issuer.answer = (path, response) => {
          if (path !== '/keys') return false;
          response.end(text);
          return true;
        };
        expect(await unavailable()).toContain(why);
        pass(60_000);
      }
    });

    test('attack: was asked by a clock that was ahead is trusted no longer for it, and asked for a new key', async () => {
      service.now += 30 * 86_400_000;
      expect((await oauth(await token())).status).toBe(200);
      service.now -= 30 * 86_400_000;
      issuer.answer = (_, response) => {
        response.writeHead(500).end();
        return true;
      };
      pass(60 * 60_000);
      expect(codeOf(await oauth(await token()))).toBe('INVALID_OIDC_TOKEN');
      issuer.answer = undefined;
      await issuer.rotate();
      pass(30_000);
      expect((await oauth(await token())).status).toBe(200);
    });

    test('comes back is asked again after a while, and not before', async () => {
      issuer.answer = (_, response) => {
        response.writeHead(500).end();
        return true;
      };
      await unavailable();
      issuer.answer = undefined;
      await unavailable();
      expect(issuer.asked).toHaveLength(1);
      pass(30_000);
      expect((await oauth(await token())).status).toBe(200);
    });
  });
});

describe('oauth_login', () => {
  const login = async (publicKey: string, claims: Claims = {}): Promise<Sent> =>
    service.submit('oauth_login', {
      publicKey,
      oidcToken: await token({ nonce: nonceOf(publicKey), ...claims }),
    });

  test('the client’s key becomes the user’s, and the session says so', async () => {
    const client = freshSigner();
    const sent = await login(client.publicKey);
    const { session } = sent.json.activity?.result?.['oauthLoginResult'] as { session: string };
    expect(await verifySessionJwtSignature(session, service.ready.keys.sessionNotarizer)).toBe(true);
    expect((await service.query('whoami', {}, client)).json['userId']).toBe(userId);
  });

  test('a token with the nonce of another key is refused', async () => {
    await refused(login(freshSigner().publicKey, { nonce: nonceOf(freshSigner().publicKey) }));
  });
});

describe('create_oauth_providers', () => {
  const list = async (parameters: object): Promise<object[]> =>
    (await service.query('get_oauth_providers', parameters)).json['oauthProviders'] as object[];

  test('queries show the provider, under its user too', async () => {
    const time = new Date(service.now).toISOString();
    const record = {
      providerId,
      providerName: 'Test issuer',
      issuer: issuer.url,
      audience: AUDIENCE,
      subject: 'ada',
      createdAt: time,
      updatedAt: time,
    };
    expect(await list({ userId })).toEqual([record]);
    expect(await list({})).toContainEqual(record);
    const { json } = await service.query('get_user', { userId });
    expect((json['user'] as { oauthProviders: object[] }).oauthProviders).toEqual([record]);
  });

  test('by a token: what the token proves is registered', async () => {
    const sent = await register({ oidcToken: await token({ sub: 'grace', nonce: undefined }) });
    const [id] = providerIdsOf(sent);
    expect(await list({ userId })).toContainEqual(
      expect.objectContaining({ providerId: id, subject: 'grace', audience: AUDIENCE, issuer: issuer.url }),
    );
  });

  test('refused: a token that does not verify', async () => {
    const expired = await token({ sub: 'grace', exp: 1 });
    const forged = await token({ sub: 'grace' }, { kid: (await makeKey('ES256')).kid });
    for (const oidcToken of [expired, forged, 'x']) await refused(register({ oidcToken }));
    expect(await list({ userId })).toHaveLength(1);
  });

  test('refused: neither token nor claims, and both', async () => {
    const oidcClaims = { iss: issuer.url, sub: 'x', aud: AUDIENCE };
    for (const provider of [{}, { oidcClaims, oidcToken: await token() }]) {
      const sent = await register(provider);
      expect([sent.status, wrongFields(sent)]).toEqual([400, ['parameters.oauthProviders.0']]);
    }
  });

  test('an identity belongs to one user', async () => {
    const oidcClaims = { iss: issuer.url, sub: 'ada', aud: AUDIENCE };
    const sent = await register({ oidcClaims }, await createUser());
    expect([sent.status, codeOf(sent)]).toEqual([400, 'OAUTH_PROVIDER_ALREADY_EXISTS']);
  });

  test('an eleventh provider of a user is refused', async () => {
    const claims = (sub: string) => ({ oidcClaims: { iss: issuer.url, sub, aud: AUDIENCE } });
    for (let round = 0; round < 9; round += 1) expect((await register(claims(`s${round}`))).status).toBe(200);
    expect((await register(claims('more'))).status).toBe(429);
    expect(await list({ userId })).toHaveLength(10);
  });

  test('a provider of another user is not deleted in passing', async () => {
    const other = await createUser();
    const sent = await service.submit('delete_oauth_providers', { userId: other, providerIds: [providerId] });
    expect([sent.status, codeOf(sent)]).toEqual([404, 'NOT_FOUND']);
    expect(await list({ userId })).toHaveLength(1);
  });
});

describe('who may make the service ask an issuer', () => {
  let other: OidcIssuer;
  beforeEach(async () => {
    other = await startIssuer();
  });
  const provider = async (claims: Claims = {}) => ({
    providerName: 'Another',
    oidcToken: await other.token({ ...good(), ...claims }, service.now),
  });

  test('attack: a user without any permission cannot make the service contact a host (SSRF)', async () => {
    const { signer } = await addMember(service, 'Mallory');
    const oauthProviders = [await provider()];
    const user = { userName: 'Eve', apiKeys: [], authenticators: [], oauthProviders, userTags: [] };
    for (const [path, parameters] of [
      ['create_oauth_providers', { userId, oauthProviders }],
      ['create_users', { users: [user] }],
    ] as const) {
      const sent = await service.submit(path, parameters, signer);
      expect([sent.status, codeOf(sent)]).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
    }
    const known = await token();
    for (const path of ['oauth', 'oauth_login']) {
      const keyField = path === 'oauth' ? { targetPublicKey } : { publicKey: freshSigner().publicKey };
      const sent = await service.submit(path, { oidcToken: known, ...keyField }, signer);
      expect([sent.status, codeOf(sent)]).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
    }
    expect([...other.asked, ...issuer.asked]).toEqual([]);
  });

  test('attack: neither a request that waits for votes nor a vote without a say contacts a host; the deciding vote does', async () => {
    const [ann, ben, mallory] = [
      await addMember(service, 'Ann'),
      await addMember(service, 'Ben'),
      await addMember(service, 'Mallory'),
    ];
    await addPolicy(service, {
      condition: "activity.type == 'ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2'",
      consensus: `approvers.filter(u, u.id in ['${ann.userId}', '${ben.userId}']).count() >= 2`,
    });
    const parameters = { userId, oauthProviders: [await provider({ sub: 'grace' })] };
    const open = activityOf(await service.submit('create_oauth_providers', parameters, ann.signer));
    expect(open.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    expect((await vote(service, 'approve', open, mallory.signer)).status).toBe(403);
    expect((await vote(service, 'approve', open, ann.signer)).status).toBe(200);
    expect(other.asked).toEqual([]);
    const done = activityOf(await vote(service, 'approve', open, ben.signer));
    expect(done.status).toBe('ACTIVITY_STATUS_COMPLETED');
    expect(other.asked).toEqual(['/.well-known/openid-configuration', '/keys']);
    expect((await vote(service, 'approve', open, ann.signer)).status).toBe(200);
    expect(other.asked).toHaveLength(2);
  });

  test('a deciding vote while the issuer is away is not kept, and can be given again', async () => {
    const ann = await addMember(service, 'Ann');
    await addPolicy(service, {
      condition: "activity.type == 'ACTIVITY_TYPE_OAUTH'",
      consensus: `approvers.any(u, u.id == '${ann.userId}') && approvers.count() >= 2`,
    });
    const open = activityOf(
      await service.submit('oauth', { oidcToken: await token(), targetPublicKey }, ann.signer),
    );
    expect([open.status, issuer.asked]).toEqual(['ACTIVITY_STATUS_CONSENSUS_NEEDED', []]);
    issuer.answer = (_, response) => {
      response.writeHead(500).end();
      return true;
    };
    const away = await vote(service, 'approve', open, service.root);
    expect([away.status, codeOf(away)]).toEqual([503, 'INVALID_OIDC_TOKEN']);
    issuer.answer = undefined;
    pass(30_000);
    const done = activityOf(await vote(service, 'approve', open, service.root));
    expect([done.status, done.votes.length]).toEqual(['ACTIVITY_STATUS_COMPLETED', 2]);
  });
});
