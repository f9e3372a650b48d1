import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  codeOf,
  LocalService,
  resultOf,
  send,
  stampHeader,
  wrongFields,
} from '../../fixtures/local-service.ts';
import { Passkey } from '../../fixtures/passkey.ts';
import { readSpecification } from './specification.ts';

const specification = readSpecification();
const tableOf = (heading: string) =>
  [...(specification?.tables ?? [])].find(([title]) => title.startsWith(heading))?.[1] ?? [];

let service: LocalService;
beforeAll(async () => {
  service = await LocalService.start();
});
afterAll(async () => {
  await service.stop();
});
const rename = () => ({ userId: service.ready.rootUserId, userName: 'Ada' });
const renamed = async (envelope: object) =>
  service.post('submit/update_user_name', service.submitBody('update_user_name', rename(), envelope));
const isA = (type: string, value: unknown): boolean =>
  type === 'array' ? Array.isArray(value) : typeof value === type && !Array.isArray(value);

describe.skipIf(specification === undefined)('envelopes (skipped without the specification’s text)', () => {
  test.each(tableOf('Activity ('))(
    'spec: rule activity member %s: of type %s in what a request and get_activity give back',
    async (name, type) => {
      const { activity } = (await service.submit('update_user_name', rename())).json;
      expect(isA(type, activity?.[name])).toBe(true);
      const again = (await service.query('get_activity', { activityId: activity?.id })).json.activity;
      expect(again?.[name]).toEqual(activity?.[name]);
    },
  );

  test.each(tableOf('Common submit envelope'))(
    'spec: rule request member %s: a %s, refused as another type; required: %s',
    async (name, _, required) => {
      const whole = JSON.parse(service.submitBody('update_user_name', rename())) as Record<string, unknown>;
      const without = JSON.stringify(
        Object.fromEntries(Object.entries(whole).filter(([member]) => member !== name)),
      );
      const sent = await service.post('submit/update_user_name', without);
      expect(sent.status).toBe(required === 'yes' ? 400 : 200);
      const wrong = await renamed({ [name]: 7 });
      expect(wrong.status).toBe(400);
      if (name !== 'organizationId') expect(wrongFields(wrong)).toEqual([name]);
      else expect(codeOf(wrong)).toBe('INVALID_ORGANIZATION_ID');
    },
  );

  test('spec: rule request member generateAppProofs: true gives proofs, false and absent give none', async () => {
    const proofs = async (envelope: object) =>
      (await renamed(envelope)).json.activity?.appProofs?.length ?? 0;
    expect(await proofs({ generateAppProofs: true })).toBeGreaterThan(0);
    expect([await proofs({ generateAppProofs: false }), await proofs({})]).toEqual([0, 0]);
  });

  test('spec: rule import_secrets lists no generateAppProofs: with it the request is refused', async () => {
    const suite = 'TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1';
    const secret = { secretPayload: '{}', targetPublicKey: service.root.publicKey, encryptionSuite: suite };
    for (const generateAppProofs of [true, false]) {
      const body = service.submitBody('import_secrets', { secrets: [secret] }, { generateAppProofs });
      const sent = await service.post('submit/import_secrets', body);
      expect([sent.status, wrongFields(sent)]).toEqual([400, ['generateAppProofs']]);
    }
  });

  test.each(tableOf('Webhook endpoint'))(
    'spec: rule endpoint member %s: %s in what is made and in what is listed',
    async (name, type) => {
      const subscriptions = [{ eventType: 'ACTIVITY_UPDATES', isActive: true }];
      const wanted = { url: 'https://hooks.example.com/', name: 'Hooks', subscriptions };
      const made = resultOf(await service.submit('create_webhook_endpoint', wanted));
      const endpoint = made['webhookEndpoint'] as Record<string, unknown>;
      expect(isA(type.replace(' of Subscription', ''), endpoint[name])).toBe(true);
      const { json } = await service.query('list_webhook_endpoints');
      const listed = (json['webhookEndpoints'] as Record<string, unknown>[]).find(
        ({ endpointId }) => endpointId === made['endpointId'],
      );
      expect(listed?.[name]).toEqual(endpoint[name]);
    },
  );
});

describe('stamps', () => {
  const url = () => `${service.ready.url}/public/v1/query/whoami`;
  const body = () => JSON.stringify({ organizationId: service.ready.organizationId });
  const refusal = async (headers: Record<string, string>) => {
    const sent = await send(url(), body(), headers);
    return [sent.status, codeOf(sent)];
  };
  const passkey = new Passkey();
  beforeAll(async () => {
    const authenticators = [passkey.register()];
    resultOf(
      await service.submit('create_authenticators', { userId: service.ready.rootUserId, authenticators }),
    );
  });

  test('spec: header X-Stamp: required where there is no passkey’s, and checked over the bytes of the body', async () => {
    expect((await send(url(), body(), stampHeader(body(), service.root))).status).toBe(200);
    expect(await refusal({})).toEqual([401, 'SIGNATURE_MISSING']);
    expect(await refusal(stampHeader(`${body()} `, service.root))).toEqual([401, 'SIGNATURE_INVALID']);
  });

  test('spec: header X-Stamp-WebAuthn: taken instead, checked over the bytes of the body, and never beside the other', async () => {
    expect((await send(url(), body(), passkey.stamp(body()))).status).toBe(200);
    expect(await refusal(passkey.stamp(`${body()} `))).toEqual([401, 'SIGNATURE_INVALID']);
    const both = { ...stampHeader(body(), service.root), ...passkey.stamp(body()) };
    expect(await refusal(both)).toEqual([401, 'UNAUTHENTICATED']);
  });
});

describe('the auth proxy', () => {
  const configId = '6f1c1f5e-5d0a-4d8e-9a53-6f8b3c1d2e4f';
  const ask = (headers: Record<string, string>, body = '{}') =>
    send(`${service.ready.authProxyUrl}/v1/wallet_kit_config`, body, headers);
  beforeAll(async () => {
    const value = JSON.stringify({ configId, enabledProviders: ['passkey'], otpLength: '6' });
    resultOf(await service.submit('set_organization_feature', { name: 'FEATURE_NAME_AUTH_PROXY', value }));
  });

  test('spec: header X-Auth-Proxy-Config-Id: required, and it names the configuration', async () => {
    expect((await ask({ 'X-Auth-Proxy-Config-Id': configId })).status).toBe(200);
    expect(wrongFields(await ask({}))).toEqual(['X-Auth-Proxy-Config-Id']);
    expect((await ask({ 'X-Auth-Proxy-Config-Id': service.ready.rootUserId })).status).toBe(404);
  });

  test('spec: query auth-proxy/wallet_kit_config: an empty body without a stamp gives the configuration', async () => {
    const sent = await ask({ 'X-Auth-Proxy-Config-Id': configId });
    expect(sent.json).toEqual({
      enabledProviders: ['passkey'],
      sessionExpirationSeconds: '900',
      organizationId: service.ready.organizationId,
      otpLength: '6',
    });
    expect(wrongFields(await ask({ 'X-Auth-Proxy-Config-Id': configId }, '{"x":1}'))).toEqual(['x']);
  });
});
