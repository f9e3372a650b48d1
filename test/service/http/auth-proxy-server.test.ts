import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, LocalService, send, wrongFields, type Sent } from '../../fixtures/local-service.ts';

let service: LocalService;
const configId = randomUUID();
const LISTED = 'https://app.example';
const configuration = {
  configId,
  allowedOrigins: [LISTED, 'http://localhost:3000'],
  enabledProviders: ['google', 'email', 'passkey'],
  sessionExpirationSeconds: '1800',
  oauthClientIds: { google: 'client 1' },
  oauthRedirectUrl: 'https://app.example/back',
  otpAlphanumeric: false,
  otpLength: '6',
};
const configure = async (value: unknown): Promise<void> => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const sent = await service.submit('set_organization_feature', {
    name: 'FEATURE_NAME_AUTH_PROXY',
    value: text,
  });
  expect(sent.status).toBe(200);
};
beforeAll(async () => {
  service = await LocalService.start();
  await configure(configuration);
});
afterAll(async () => {
  await service.stop();
});

const ask = (headers: Record<string, string> = {}, body = '{}'): Promise<Sent> =>
  send(`${service.ready.authProxyUrl}/v1/wallet_kit_config`, body, {
    'x-auth-proxy-config-id': configId,
    ...headers,
  });
const preflight = (origin: string, path = '/v1/wallet_kit_config'): Promise<Response> =>
  fetch(service.ready.authProxyUrl + path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-auth-proxy-config-id',
    },
  });

describe('wallet_kit_config', () => {
  test('answers with the configuration of the id, without its list of origins', async () => {
    const sent = await ask();
    const { enabledProviders, sessionExpirationSeconds, oauthClientIds, oauthRedirectUrl } = configuration;
    const { otpAlphanumeric, otpLength } = configuration;
    expect([sent.status, sent.json]).toEqual([
      200,
      {
        ...{ enabledProviders, sessionExpirationSeconds, oauthClientIds, oauthRedirectUrl },
        ...{ otpAlphanumeric, otpLength },
        organizationId: service.ready.organizationId,
      },
    ]);
    expect((await ask({ 'x-auth-proxy-config-id': configId.toUpperCase() })).text).toBe(sent.text);
  });

  test('config id guessing: other ids, malformed ids and none are refused alike', async () => {
    const texts = new Set<string>();
    for (const id of [randomUUID(), '1', `${configId}0`, service.ready.organizationId, '%', "' OR 1=1 --"]) {
      const sent = await ask({ 'x-auth-proxy-config-id': id });
      expect([sent.status, codeOf(sent)]).toEqual([404, 'NOT_FOUND']);
      texts.add(sent.text);
    }
    expect(texts.size).toBe(1);
    const missing = await ask({ 'x-auth-proxy-config-id': '' });
    expect([missing.status, wrongFields(missing)]).toEqual([400, ['X-Auth-Proxy-Config-Id']]);
  });

  test('a body that is not the empty object is refused', async () => {
    expect(wrongFields(await ask({}, '{"organizationId":"x"}'))).toEqual(['organizationId']);
    for (const body of [' ', '[]', 'null', '{'])
      expect([(await ask({}, body)).status, codeOf(await ask({}, body))]).toEqual([400, 'REQUEST_INVALID']);
  });

  test('attack: a long body, which anybody can send who knows the ID, is not read', async () => {
    for (const body of [`[${'1,'.repeat(3_000)}1]`, '{'.repeat(5_000)])
      expect((await ask({}, body)).text).toContain('not an empty JSON object');
  });

  test('no body is the empty object, as the published helper sends it: any or no content type, without a length too', async () => {
    const { text } = await ask();
    for (const headers of [{}, { 'content-type': '' }, { 'content-type': '', 'content-length': '' }]) {
      const sent = await ask(headers, '');
      expect([sent.status, sent.text]).toEqual([200, text]);
    }
    const response = await fetch(`${service.ready.authProxyUrl}/v1/wallet_kit_config`, {
      method: 'POST',
      headers: { 'x-auth-proxy-config-id': configId },
    });
    expect([response.status, await response.text()]).toEqual([200, text]);
  });

  test('a path that is not served says so, to those who know a configuration', async () => {
    const url = `${service.ready.authProxyUrl}/v1/otp_init`;
    const sent = await send(url, '{}', { 'x-auth-proxy-config-id': configId });
    expect([sent.status, sent.json.code]).toEqual([501, 12]);
    expect((await send(url, '{}')).status).toBe(400);
  });
});

describe('cross-origin requests', () => {
  test('a page of a listed origin is answered, to that origin alone', async () => {
    const asked = await preflight(LISTED);
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-origin')).toBe(LISTED);
    expect(asked.headers.get('access-control-allow-headers')?.toLowerCase()).toContain(
      'x-auth-proxy-config-id',
    );
    const sent = await ask({ origin: LISTED });
    expect([sent.status, sent.headers['access-control-allow-origin'], sent.headers['vary']]).toEqual([
      200,
      LISTED,
      'Origin',
    ]);
    expect(sent.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  test.each([
    'https://evil.example',
    'https://app.example.evil.example',
    'https://app.example:8443',
    'http://app.example',
    'https://APP.example',
    'null',
    '*',
  ])('CORS from an unlisted origin: %s is refused, before and with the request', async (origin) => {
    const asked = await preflight(origin);
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    const sent = await ask({ origin });
    expect([sent.status, codeOf(sent)]).toEqual([403, 'FORBIDDEN']);
    expect(sent.headers).not.toHaveProperty('access-control-allow-origin');
    expect(sent.text).not.toContain(service.ready.organizationId);
  });

  test('config id guessing by a page: an unknown id from a listed origin looks like an unlisted origin', async () => {
    const guess = await ask({ origin: LISTED, 'x-auth-proxy-config-id': randomUUID() });
    const unlisted = await ask({ origin: 'https://evil.example' });
    expect([guess.status, guess.text]).toEqual([unlisted.status, unlisted.text]);
  });

  test('the API itself answers no page, listed or not', async () => {
    const sent = await send(`${service.ready.url}/public/v1/query/whoami`, '{}', { origin: LISTED });
    expect([sent.status, codeOf(sent)]).toEqual([403, 'FORBIDDEN']);
  });
});

describe('the configuration', () => {
  test('without optional members the answer has defaults, and without origins no page is answered', async () => {
    await configure({ configId });
    expect((await ask()).json).toEqual({
      enabledProviders: [],
      sessionExpirationSeconds: '900',
      organizationId: service.ready.organizationId,
    });
    expect((await preflight(LISTED)).status).toBe(403);
  });

  test.each([
    ['no JSON', 'true{'],
    ['another type', '"text"'],
    ['an id that can be counted', { ...configuration, configId: '1' }],
    ['an id of zeros', { ...configuration, configId: '00000000-0000-0000-0000-000000000000' }],
    ['any origin', { ...configuration, allowedOrigins: ['*'] }],
    ['an origin with a path', { ...configuration, allowedOrigins: ['https://app.example/'] }],
    ['the opaque origin', { ...configuration, allowedOrigins: ['null'] }],
  ])('a value with %s configures nothing', async (_, value) => {
    await configure(value);
    expect((await ask()).status).toBe(404);
    expect((await preflight(LISTED)).status).toBe(403);
  });

  test('removing the feature ends it', async () => {
    await configure(configuration);
    expect((await ask()).status).toBe(200);
    await service.submit('remove_organization_feature', { name: 'FEATURE_NAME_AUTH_PROXY' });
    expect((await ask()).status).toBe(404);
  });
});
