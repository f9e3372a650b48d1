import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { THIS_MACHINE } from '#service/http/network.ts';
import { codeOf, LocalService, send, stampHeader, type Sent } from '../../fixtures/local-service.ts';

const ALLOWED = 'https://app.example';
let service: LocalService;
beforeAll(async () => {
  service = await LocalService.start();
  service.network = {
    network: {
      ...THIS_MACHINE,
      allowedOrigins: [ALLOWED, 'http://localhost:3000'],
      publicNames: ['keys.example'],
    },
  };
  await service.restart();
});
afterAll(() => service.stop());

const whoami = (headers: Record<string, string>, isStamped = true): Promise<Sent> => {
  const body = JSON.stringify({ organizationId: service.ready.organizationId });
  const stamp = isStamped ? stampHeader(body, service.root) : {};
  return send(`${service.ready.url}/public/v1/query/whoami`, body, { ...stamp, ...headers });
};
const preflight = (origin?: string, base = service.ready.url): Promise<Response> =>
  fetch(`${base}/public/v1/submit/sign_transaction`, {
    method: 'OPTIONS',
    headers: {
      ...(origin === undefined ? {} : { origin }),
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-stamp,x-client-version',
    },
  });
const OTHERS = [
  ['an origin that only begins like the allowed one', 'https://app.example.evil.example'],
  ['an origin that only ends like the allowed one', 'https://evil-app.example'],
  ['a null origin', 'null'],
  ['another port', 'https://app.example:8443'],
  ['another scheme', 'http://app.example'],
  ['another case', 'https://APP.example'],
  ['two origins', `${ALLOWED} https://evil.example`],
  ['a wildcard', '*'],
  ['an empty origin', ' '],
] as const;

describe('--allow-origin', () => {
  test('a page of the origin is answered, to that origin alone and without credentials of the browser', async () => {
    const asked = await preflight(ALLOWED);
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, ALLOWED]);
    expect(asked.headers.get('access-control-allow-headers')?.toLowerCase().split(', ')).toEqual([
      'content-type',
      'x-stamp',
      'x-stamp-webauthn',
      'x-client-version',
    ]);
    const sent = await whoami({ origin: ALLOWED });
    expect([sent.status, sent.headers['access-control-allow-origin'], sent.headers['vary']]).toEqual([
      200,
      ALLOWED,
      'Origin',
    ]);
    expect(sent.headers).not.toHaveProperty('access-control-allow-credentials');
    expect((await whoami({ origin: 'http://localhost:3000' })).status).toBe(200);
  });

  test('a page of the origin reads refusals too, and needs a stamp like everybody', async () => {
    const sent = await whoami({ origin: ALLOWED }, false);
    expect([sent.status, codeOf(sent), sent.headers['access-control-allow-origin']]).toEqual([
      401,
      'SIGNATURE_MISSING',
      ALLOWED,
    ]);
  });

  test.each(OTHERS)('a request and a preflight from a foreign origin: %s is refused', async (_, origin) => {
    const asked = await preflight(origin);
    expect(asked.headers.get('access-control-allow-origin')).toBeNull();
    const sent = await whoami({ origin });
    expect([asked.status, sent.status, codeOf(sent)]).toEqual([403, 403, 'FORBIDDEN']);
    expect(sent.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('an answer to nobody’s page allows none, and caches keep the answers apart', async () => {
    const sent = await whoami({});
    expect([sent.status, sent.headers['vary']]).toEqual([200, 'Origin']);
    expect(sent.headers).not.toHaveProperty('access-control-allow-origin');
    expect((await preflight()).status).toBe(403);
  });

  test('it allows nothing on the auth proxy, whose origins the organization lists', async () => {
    expect((await preflight(ALLOWED, service.ready.authProxyUrl)).status).not.toBe(204);
    const url = `${service.ready.authProxyUrl}/v1/wallet_kit_config`;
    const sent = await send(url, '{}', { origin: ALLOWED, 'x-auth-proxy-config-id': '1' });
    expect([sent.status, codeOf(sent)]).toEqual([403, 'FORBIDDEN']);
  });
});

test('--public-name: that name is answered on any port; DNS rebinding with another name is refused', async () => {
  for (const host of ['keys.example', 'KEYS.example:443', 'keys.example:8080'])
    expect((await whoami({ host })).status).toBe(200);
  for (const host of [
    'evil.example',
    'keys.example.evil.example',
    'a.keys.example',
    'keys.example.',
    '127.0.0.1',
  ])
    expect([(await whoami({ host })).status, host]).toEqual([403, host]);
});

test('on a network, addresses are answered; DNS rebinding with a name is refused', async () => {
  service.network = { network: { ...THIS_MACHINE, host: '0.0.0.0' } };
  await service.restart();
  for (const host of ['192.168.7.8:8080', '192.168.7.8', '[2001:db8::1]:80', 'localhost:9999'])
    expect([(await whoami({ host })).status, host]).toEqual([200, host]);
  for (const host of ['evil.example', '192.168.7.8.evil.example', '0xc0a80708', '3232237320'])
    expect([(await whoami({ host })).status, host]).toEqual([403, host]);
});
