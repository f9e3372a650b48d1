import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, LocalService, send, stampHeader } from '../../fixtures/local-service.ts';

let service: LocalService;
beforeAll(async () => {
  service = await LocalService.start();
});
afterAll(async () => {
  await service.stop();
});

const whoami = (headers: Record<string, string>) => {
  const body = JSON.stringify({ organizationId: service.ready.organizationId });
  return send(`${service.ready.url}/public/v1/query/whoami`, body, {
    ...stampHeader(body, service.root),
    ...headers,
  });
};
const port = () => new URL(service.ready.url).port;

test.each([
  'rebound.example',
  'rebound.example:PORT',
  '127.0.0.1:1',
  '127.0.0.1',
  '127.0.0.1.rebound.example:PORT',
])('DNS rebinding: the host %s is refused', async (host) => {
  const sent = await whoami({ host: host.replace('PORT', port()) });
  expect([sent.status, codeOf(sent)]).toEqual([403, 'FORBIDDEN']);
});

test.each(['127.0.0.1', 'localhost', '[::1]', 'LOCALHOST'])(
  'the host %s with the port is answered',
  async (name) => {
    expect((await whoami({ host: `${name}:${port()}` })).status).toBe(200);
  },
);

test.each(['https://page.example', 'null', 'http://localhost:3000'])(
  'cross-site request: a page of the origin %s is refused',
  async (origin) => {
    const sent = await whoami({ origin });
    expect([sent.status, codeOf(sent)]).toEqual([403, 'FORBIDDEN']);
  },
);

const FORM_TYPES = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];

test('cross-site form: what a form can send has an origin, or no stamp, and is refused', async () => {
  for (const type of FORM_TYPES) {
    const page = await whoami({ 'content-type': type, origin: 'https://page.example' });
    expect([page.status, codeOf(page)]).toEqual([403, 'FORBIDDEN']);
    const form = await whoami({ 'content-type': type, 'x-stamp': '' });
    expect([form.status, codeOf(form)]).toEqual([401, 'SIGNATURE_MISSING']);
  }
});

test('cross-site form: the auth proxy, which asks for no stamp, refuses a body that a form can send', async () => {
  for (const type of FORM_TYPES) {
    const sent = await send(`${service.ready.authProxyUrl}/v1/wallet_kit_config`, '{}', {
      'content-type': type,
    });
    expect([sent.status, codeOf(sent)]).toEqual([400, 'REQUEST_INVALID']);
  }
});

test.each([
  '',
  ...FORM_TYPES,
  'application/json; charset=utf-8',
  'application/octet-stream',
  'json',
  ';',
  'text',
])('a stamped request of the content type "%s" is answered, as published clients send it', async (type) => {
  expect((await whoami({ 'content-type': type })).status).toBe(200);
});

test('the auth proxy refuses foreign hosts too, and pages where no configuration lists them', async () => {
  const url = `${service.ready.authProxyUrl}/v1/wallet_kit_config`;
  for (const headers of [
    { host: 'rebound.example' },
    { origin: 'https://page.example', 'x-auth-proxy-config-id': '1' },
  ]) {
    const refused = await send(url, '{}', headers);
    expect([refused.status, codeOf(refused)]).toEqual([403, 'FORBIDDEN']);
  }
  const unknown = await send(`${service.ready.authProxyUrl}/public/v1/query/whoami`, '{}');
  expect([unknown.status, codeOf(unknown)]).toEqual([404, 'NOT_FOUND']);
});
