import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toHex } from '#protocol/encoding.ts';
import { deriveQuorumKey } from '#protocol/quorum-key.ts';
import { Secret } from '#protocol/secret.ts';
import { openSealedStore } from '#test/fixtures/open-sealed-store.ts';
import { codeOf, LocalService, resultOf, wrongFields } from '#test/fixtures/local-service.ts';

let service: LocalService;
beforeAll(async () => {
  service = await LocalService.start();
});
afterAll(async () => {
  await service.stop();
});

const quorumKey = () => toHex(deriveQuorumKey(new Secret(new Uint8Array(randomBytes(32)))).publicKey);
const newSet = (count = 2, threshold = count) => ({
  name: 'A set',
  newOperators: Array.from({ length: count }, (_, index) => ({
    name: `Operator ${index}`,
    publicKey: quorumKey(),
  })),
  threshold,
});
const createApp = (parameters: object = {}) =>
  service.submit('create_tvc_app', {
    name: 'An app',
    quorumPublicKey: quorumKey(),
    manifestSetParams: newSet(),
    shareSetParams: newSet(3, 2),
    ...parameters,
  });
const deploy = (appId: unknown, parameters: object = {}) =>
  service.submit('create_tvc_deployment', {
    appId,
    qosVersion: 'v1',
    pivotContainerImageUrl: 'registry.example/app@sha256:00',
    pivotPath: '/app',
    pivotArgs: ['--port', '3000'],
    expectedPivotDigest: 'ab'.repeat(32),
    healthCheckType: 'TVC_HEALTH_CHECK_TYPE_HTTP',
    healthCheckPort: 3000,
    publicIngressPort: 3001,
    ...parameters,
  });
const deleteApp = (appId: unknown) => service.submit('delete_tvc_app_and_deployments', { appId });
const appsText = async () => (await service.query('list_tvc_apps')).text;

describe('apps', () => {
  test('an app is shown as it was made, alone and in the list', async () => {
    const quorumPublicKey = quorumKey();
    const manifestSetParams = newSet();
    const made = resultOf(await createApp({ quorumPublicKey, manifestSetParams, enableEgress: true }));
    const [manifestIds, shareIds] = [
      made['manifestSetOperatorIds'] as string[],
      made['shareSetOperatorIds'] as string[],
    ];
    expect(made).toMatchObject({ manifestSetThreshold: 2, shareSetThreshold: 2 });
    expect([manifestIds.length, shareIds.length]).toEqual([2, 3]);

    const { json } = await service.query('get_tvc_app', { tvcAppId: made['appId'] });
    const time = new Date(service.now).toISOString();
    expect(json['tvcApp']).toMatchObject({
      id: made['appId'],
      organizationId: service.ready.organizationId,
      name: 'An app',
      quorumPublicKey,
      enableEgress: true,
      enableDebugModeDeployments: false,
      createdAt: time,
      updatedAt: time,
      manifestSet: {
        id: made['manifestSetId'],
        threshold: 2,
        operators: manifestSetParams.newOperators.map(({ name, publicKey }, index) => ({
          id: manifestIds[index],
          name,
          publicKey,
          encryptPublicKey: publicKey.slice(0, 130),
          signPublicKey: publicKey.slice(130),
        })),
      },
      shareSet: { id: made['shareSetId'], threshold: 2 },
    });
    const list = await service.query('list_tvc_apps');
    expect(list.json['tvcApps']).toContainEqual(json['tvcApp']);
  });

  test('apps of the same millisecond are listed in the order in which they were made', async () => {
    const made = [];
    for (let count = 0; count < 5; count++) made.push(resultOf(await createApp())['appId']);
    const { json } = await service.query('list_tvc_apps');
    expect((json['tvcApps'] as { id: string }[]).map(({ id }) => id).slice(-5)).toEqual(made);
  });

  test('sets and operators of before can be named again', async () => {
    const first = resultOf(await createApp());
    const existingOperatorIds = first['manifestSetOperatorIds'] as string[];
    const second = resultOf(
      await createApp({
        manifestSetParams: undefined,
        manifestSetId: first['manifestSetId'],
        shareSetParams: { name: 'Again', existingOperatorIds, threshold: 1 },
      }),
    );
    expect(second).toMatchObject({
      manifestSetId: first['manifestSetId'],
      manifestSetOperatorIds: existingOperatorIds,
      shareSetOperatorIds: existingOperatorIds,
      shareSetThreshold: 1,
    });
  });

  test.each([
    ['no set', { manifestSetParams: undefined }, 'manifestSetId'],
    ['a set named and described', { shareSetId: randomUUID() }, 'shareSetId'],
    ['a threshold above the operators', { shareSetParams: newSet(1, 2) }, 'shareSetParams.threshold'],
    [
      'a quorum key off the curve',
      { quorumPublicKey: `04${'11'.repeat(64)}04${'11'.repeat(64)}` },
      'quorumPublicKey',
    ],
    ['half a quorum key', { quorumPublicKey: quorumKey().slice(130) }, 'quorumPublicKey'],
  ])('%s makes no app at all', async (_, parameters, field) => {
    const before = await appsText();
    const sent = await createApp(parameters);
    expect([sent.status, wrongFields(sent)]).toEqual([400, [`parameters.${field}`]]);
    expect(await appsText()).toBe(before);
  });

  describe('attack: one key counts several times', () => {
    const one = quorumKey();
    const other = quorumKey();
    const operators = (...keys: string[]) => keys.map((publicKey, at) => ({ name: `O ${at}`, publicKey }));

    test.each([
      ['the same key', [one, other, one], 2],
      ['the same key in capitals', [one, one.toUpperCase()], 1],
      ['the same half to sign with', [one, other.slice(0, 130) + one.slice(130)], 1],
      ['the same half to encrypt to', [one, one.slice(0, 130) + other.slice(130)], 1],
    ])('%s', async (_, keys, at) => {
      const before = await appsText();
      const manifestSetParams = {
        name: 'A set',
        newOperators: operators(...keys),
        threshold: keys.length,
      };
      const sent = await createApp({ manifestSetParams });
      const field = `parameters.manifestSetParams.newOperators.${at}.publicKey`;
      expect([sent.status, wrongFields(sent)]).toEqual([400, [field]]);
      expect(await appsText()).toBe(before);
    });

    test('as operators of two sets, and beside one that is there', async () => {
      const setOf = (publicKey: string) => ({
        name: 'A set',
        newOperators: operators(publicKey),
        threshold: 1,
      });
      const first = resultOf(await createApp({ manifestSetParams: setOf(one) }));
      const second = resultOf(await createApp({ manifestSetParams: setOf(one) }));
      const ids = [first, second].flatMap((made) => made['manifestSetOperatorIds'] as string[]);
      const set = (more: object) => ({ name: 'Again', threshold: 2, ...more });
      const twice = await createApp({ manifestSetParams: set({ existingOperatorIds: ids }) });
      expect(wrongFields(twice)).toEqual(['parameters.manifestSetParams.existingOperatorIds']);
      const beside = await createApp({
        manifestSetParams: set({ existingOperatorIds: ids.slice(1), newOperators: operators(one) }),
      });
      expect(wrongFields(beside)).toEqual(['parameters.manifestSetParams.newOperators.0.publicKey']);
    });
  });

  test.each([
    ['set', { manifestSetParams: undefined, manifestSetId: randomUUID() }],
    ['operator', { shareSetParams: { name: 'x', existingOperatorIds: [randomUUID()], threshold: 1 } }],
  ])('a %s that is not there is not found', async (_, parameters) => {
    const sent = await createApp(parameters);
    expect([sent.status, codeOf(sent)]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('deployments', () => {
  test('a deployment is shown as it was made, alone and in its app’s list', async () => {
    const { appId } = resultOf(await createApp());
    const { deploymentId, manifestId } = resultOf(
      await deploy(appId, { pivotContainerEncryptedPullSecret: 'sealed', instanceSizeCpus: 2, nonce: 7 }),
    );
    const { json, text } = await service.query('get_tvc_deployment', { deploymentId });
    expect(json['tvcDeployment']).toMatchObject({
      id: deploymentId,
      appId,
      manifest: { id: manifestId },
      manifestApprovals: [],
      qosVersion: 'v1',
      pivotContainer: {
        path: '/app',
        args: ['--port', '3000'],
        hasPullSecret: true,
        publicIngressPort: 3001,
      },
      delete: false,
      debugMode: false,
      instanceSizeCpus: 2,
    });
    expect(text).not.toContain('sealed');
    const list = await service.query('list_tvc_app_deployments', { appId });
    expect(list.json['tvcDeployments']).toEqual([json['tvcDeployment']]);
  });

  test('debug mode in an app that does not allow it is refused', async () => {
    const { appId } = resultOf(await createApp());
    expect(wrongFields(await deploy(appId, { debugMode: true }))).toEqual(['parameters.debugMode']);
    const { appId: other } = resultOf(await createApp({ enableDebugModeDeployments: true }));
    expect((await deploy(other, { debugMode: true })).status).toBe(200);
  });

  test('a deployment of an app that is not there is not found', async () => {
    const sent = await deploy(randomUUID());
    expect([sent.status, codeOf(sent)]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('delete_tvc_app_and_deployments', () => {
  test('the app goes with all of its deployments; others stay', async () => {
    const { appId } = resultOf(await createApp());
    const { appId: other } = resultOf(await createApp());
    const gone = [resultOf(await deploy(appId)), resultOf(await deploy(appId))];
    const { deploymentId: kept } = resultOf(await deploy(other));
    expect(resultOf(await deleteApp(appId))).toEqual({ appId });
    for (const { deploymentId } of gone)
      expect((await service.query('get_tvc_deployment', { deploymentId })).status).toBe(404);
    expect((await service.query('get_tvc_app', { tvcAppId: appId })).status).toBe(404);
    expect((await service.query('list_tvc_app_deployments', { appId })).status).toBe(404);
    expect((await service.query('get_tvc_deployment', { deploymentId: kept })).status).toBe(200);
    expect((await deleteApp(appId)).status).toBe(404);
  });

  test('foreign app deleted: an app of another organization is not found, and stays', async () => {
    const made = resultOf(await createApp());
    const { deploymentId } = resultOf(await deploy(made['appId']));
    const store = await openSealedStore(service.data, service.storageKey);
    try {
      const foreign = randomUUID();
      await store.insertInto('organization').values({ id: foreign, name: 'Other', created_at: 1 }).execute();
      const give = (organizationId: string) =>
        store
          .updateTable('tvc_app')
          .set({ organization_id: organizationId })
          .where('id', '=', made['appId'] as string)
          .execute();
      await give(foreign);
      const sent = await deleteApp(made['appId']);
      expect([sent.status, codeOf(sent)]).toEqual([404, 'NOT_FOUND']);
      expect(await appsText()).not.toContain(made['appId']);
      expect((await service.query('get_tvc_app', { tvcAppId: made['appId'] })).status).toBe(404);
      expect((await service.query('get_tvc_deployment', { deploymentId })).status).toBe(404);
      expect((await deploy(made['appId'])).status).toBe(404);
      await give(service.ready.organizationId);
      expect((await service.query('get_tvc_deployment', { deploymentId })).status).toBe(200);
    } finally {
      await store.destroy();
    }
  });
});
