import { randomBytes } from 'node:crypto';
import { DefaultQueryExecutor, type QueryResult } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sealOnRampCredential } from '#protocol/bundle/credential-bundle.ts';
import { QUORUM_RANDOM_LENGTH, sealToQuorumKey } from '#protocol/bundle/quorum-envelope.ts';
import { toHex } from '#protocol/encoding.ts';
import { deriveQuorumKey } from '#protocol/quorum-key.ts';
import { Secret } from '#protocol/secret.ts';
import { LocalService, freshSigner, resultOf } from '../../fixtures/local-service.ts';

const quorumKey = (): string => toHex(deriveQuorumKey(new Secret(new Uint8Array(randomBytes(32)))).publicKey);

const KEYS = 1_000;
let service: LocalService;
let ids: string[];
beforeAll(async () => {
  service = await LocalService.start();
  const key = { curve: 'CURVE_P256', privateKeyTags: [], addressFormats: ['ADDRESS_FORMAT_UNCOMPRESSED'] };
  const created: string[] = [];
  for (let at = 0; at < KEYS; at += 100) {
    const privateKeys = Array.from({ length: 100 }, (_, n) => ({ ...key, privateKeyName: `key ${at + n}` }));
    const sent = await service.submit('create_private_keys', { privateKeys });
    const { privateKeys: made } = resultOf(sent) as { privateKeys: { privateKeyId: string }[] };
    created.push(...made.map(({ privateKeyId }) => privateKeyId));
  }
  ids = created;
});
afterAll(async () => {
  await service.stop();
});

interface Listed {
  readonly privateKeys: readonly { readonly privateKeyId: string; readonly addresses: readonly unknown[] }[];
}
const LISTS = {
  list_private_keys: (body: unknown) => body as Listed,
  get_organization: (body: unknown) => (body as { organizationData: Listed }).organizationData,
};

describe.each(Object.entries(LISTS))('attack: %s without a page, with many keys', (path, keysOf) => {
  test('lists each key once, in its order, with its addresses', async () => {
    const { privateKeys } = keysOf((await service.query(path)).json);
    expect(privateKeys.map(({ privateKeyId }) => privateKeyId)).toEqual(ids);
    expect(privateKeys.every(({ addresses }) => addresses.length === 1)).toBe(true);
  });

  test('others are answered while it is read and written', async () => {
    const answered: string[] = [];
    const asked = [path, 'whoami', 'whoami'].map((each) =>
      service.query(each).then(() => answered.push(each)),
    );
    await Promise.all(asked);
    expect(answered).toEqual(['whoami', 'whoami', path]);
  });

  test('a key that is made meanwhile leaves no gap and comes at most once', async () => {
    const list = service.query(path);
    const made = await service.createPrivateKey('CURVE_P256', ['ADDRESS_FORMAT_UNCOMPRESSED']);
    const found = keysOf((await list).json).privateKeys.map(({ privateKeyId }) => privateKeyId);
    ids.push(made.id);
    expect(found).toEqual(ids.slice(0, found.length));
    expect(found.length).toBeGreaterThanOrEqual(ids.length - 1);
  });
});

describe('attack: long lists that no page cuts', () => {
  /** Where Kysely runs statements. */
  const executor = Object.getPrototypeOf(DefaultQueryExecutor.prototype) as Pick<
    DefaultQueryExecutor,
    'executeQuery'
  >;
  const asked: Record<string, object> = { get_api_keys: {}, get_oauth_providers: {} };
  let appId: unknown;
  beforeAll(async () => {
    const users = Array.from({ length: 100 }, (_, at) => ({
      userName: `user ${at}`,
      userTags: [],
      authenticators: [],
      apiKeys: Array.from({ length: 3 }, (__, n) => ({
        apiKeyName: `key ${n}`,
        publicKey: freshSigner('API_KEY_CURVE_P256').publicKey,
        curveType: 'API_KEY_CURVE_P256',
        expirationSeconds: '3600',
      })),
      oauthProviders: Array.from({ length: 3 }, (__, n) => ({
        providerName: `provider ${n}`,
        oidcClaims: { iss: `https://issuer${n}.example`, sub: `user ${at}`, aud: 'app' },
      })),
    }));
    const half = [users.slice(0, 50), users.slice(50)];
    for (const some of half) resultOf(await service.submit('create_users', { users: some }));
    const set = (name: string) => ({
      name,
      newOperators: [{ name: 'One', publicKey: quorumKey() }],
      threshold: 1,
    });
    const app = { name: 'An app', quorumPublicKey: quorumKey() };
    const sets = { manifestSetParams: set('manifest'), shareSetParams: set('share') };
    const made = resultOf(await service.submit('create_tvc_app', { ...app, ...sets }));
    appId = made['appId'];
    const deployment = {
      ...{
        appId,
        qosVersion: 'v1',
        pivotContainerImageUrl: 'registry.example/app@sha256:00',
        pivotPath: '/app',
      },
      ...{ pivotArgs: [], expectedPivotDigest: 'ab'.repeat(32), healthCheckPort: 3000 },
      ...{ healthCheckType: 'TVC_HEALTH_CHECK_TYPE_HTTP', publicIngressPort: 3001 },
    };
    await Promise.all(
      Array.from({ length: 260 }, (_, nonce) =>
        service.submit('create_tvc_deployment', { ...deployment, nonce }).then(resultOf),
      ),
    );
    asked['list_tvc_app_deployments'] = { appId };
    await Promise.all(
      Array.from({ length: 260 }, (_, at) =>
        service
          .submit('create_session_profile', { sessionProfileName: `profile ${at}`, scope: 'true' })
          .then(resultOf),
      ),
    );
    await Promise.all(
      Array.from({ length: 260 }, async () => {
        const secret = (): Secret => new Secret(Uint8Array.of(1, 2, 3));
        const { fetcherQuorum, onRampEncryption } = service.ready.keys;
        const random = new Uint8Array(randomBytes(QUORUM_RANDOM_LENGTH));
        const encryptedClientSecret = await sealToQuorumKey(secret(), fetcherQuorum, random);
        const encryptedSecretApiKey = await sealOnRampCredential(secret(), onRampEncryption);
        const oauth2 = { provider: 'OAUTH2_PROVIDER_X', clientId: 'client', encryptedClientSecret };
        resultOf(await service.submit('create_oauth2_credential', oauth2));
        const onRamp = { onrampProvider: 'FIAT_ON_RAMP_PROVIDER_MOONPAY', publishableApiKey: 'pk' };
        resultOf(
          await service.submit('create_fiat_on_ramp_credential', { ...onRamp, encryptedSecretApiKey }),
        );
      }),
    );
    const others = { manifestSetId: made['manifestSetId'], shareSetId: made['shareSetId'] };
    await Promise.all(
      Array.from({ length: 260 }, () =>
        service.submit('create_tvc_app', { ...app, ...others }).then(resultOf),
      ),
    );
  }, 60_000);

  test.each([
    ['get_api_keys', 'apiKeyId', 301],
    ['get_oauth_providers', 'providerId', 300],
    ['list_tvc_app_deployments', 'manifest', 260],
    ['list_tvc_apps', 'id', 261],
    ['get_session_profiles', 'sessionProfileId', 260],
    ['list_oauth2_credentials', 'oauth2CredentialId', 260],
    ['list_fiat_on_ramp_credentials', 'fiatOnrampCredentialId', 260],
  ])('%s is whole, and no statement reads much of it', async (path, member, count) => {
    const spy = vi.spyOn(executor, 'executeQuery');
    const { json } = await service.query(path, asked[path] ?? {});
    const read = await Promise.all(
      spy.mock.results.map(({ value }) => value as Promise<QueryResult<unknown>>),
    );
    spy.mockRestore();
    expect(Math.max(...read.map(({ rows }) => rows.length))).toBe(250);
    // Each set of operators is read once, with its own.
    expect(read.length).toBeLessThan(20);
    const [found = []] = Object.values(json) as unknown as Record<string, unknown>[][];
    expect(found).toHaveLength(count);
    expect(new Set(found.map((each) => JSON.stringify(each[member]))).size).toBe(count);
  });
});
