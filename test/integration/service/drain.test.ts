// What those who run a service see of it, and its end with work under way, as a process of its own.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshSigner, send, stampHeader } from '../../fixtures/local-service.ts';
import { type RunningProcess, startServiceProcess } from '../../fixtures/running-service.ts';
import { createAuthority } from '../../fixtures/self-signed.ts';
import { WebhookReceiver } from '../../fixtures/webhook-receiver.ts';

const root = freshSigner();
const storageKey = randomBytes(32);
/** Before the 30 seconds after which a request that is never whole would end anyway. */
const SOON_MS = 20_000;
let folder: string;
let running: RunningProcess[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-drain-'));
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((service) => service.end('SIGKILL')));
  rmSync(folder, { recursive: true, force: true });
});

async function start(...extraArguments: string[]): Promise<RunningProcess> {
  const service = await startServiceProcess({
    data: join(folder, 'data'),
    rootPublicKey: root.publicKey,
    storageKey,
    extraArguments,
  });
  running.push(service);
  return service;
}

const textOf = async (response: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return text;
};

/** A request whose headers the service has read, and whose body comes when the test says so. */
async function slowRequest(service: RunningProcess) {
  const body = JSON.stringify({ organizationId: service.ready.organizationId });
  const sending: ClientRequest = request(`${service.ready.url}/public/v1/query/whoami`, {
    method: 'POST',
    agent: false,
    headers: { 'content-length': String(body.length), expect: '100-continue', ...stampHeader(body, root) },
  });
  sending.on('error', () => undefined);
  sending.flushHeaders();
  await once(sending, 'continue');
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  answered.catch(() => undefined);
  return {
    sending,
    finish: async () => {
      sending.end(body);
      const [response] = await answered;
      return { status: response.statusCode, headers: response.headers, text: await textOf(response) };
    },
  };
}

const get = async (url: string): Promise<{ status: number | undefined; text: string }> => {
  const asking = request(url, { agent: false });
  asking.end();
  const [response] = (await once(asking, 'response')) as [IncomingMessage];
  return { status: response.statusCode, text: await textOf(response) };
};

/** Asks until the service says that it isn't ready any more. */
async function untilLeaving({ ready }: RunningProcess): Promise<string> {
  for (;;) {
    const { status, text } = await get(`${ready.url}/readyz`);
    if (status === 503) return text;
  }
}

const whoami = ({ ready }: RunningProcess) => {
  const body = JSON.stringify({ organizationId: ready.organizationId });
  return send(`${ready.url}/public/v1/query/whoami`, body, stampHeader(body, root));
};

test('SIGTERM with a request under way: not ready, new requests refused in the typed form, the old one ends', async () => {
  const service = await start();
  // A connection with nothing under way.
  const idle = connect(Number(new URL(service.ready.url).port), '127.0.0.1');
  idle.write(`GET /healthz HTTP/1.1\r\nHost: ${new URL(service.ready.url).host}\r\n\r\n`);
  await once(idle, 'data');
  const idleClosed = once(idle, 'close');
  const slow = await slowRequest(service);
  service.process.kill('SIGTERM');
  expect(await untilLeaving(service)).toContain('the service is stopping');
  await idleClosed;
  const refused = await whoami(service);
  expect([refused.status, refused.json.serviceErrorCode, refused.headers['connection']]).toEqual([
    503,
    'INTERNAL',
    'close',
  ]);
  expect((await get(`${service.ready.url}/healthz`)).status).toBe(200);
  const began = performance.now();
  const answer = await slow.finish();
  expect([answer.status, answer.headers.connection]).toEqual([200, 'close']);
  expect(answer.text).toContain(service.ready.organizationId);
  expect(await service.end()).toEqual({ code: 0, signal: null });
  expect(performance.now() - began).toBeLessThan(SOON_MS);
});

test('a stranger with a body that never ends holds up no stop', async () => {
  const service = await start();
  const slow = await Promise.all([slowRequest(service), slowRequest(service)]);
  const silent = connect(Number(new URL(service.ready.authProxyUrl).port), '127.0.0.1');
  await once(silent, 'connect');
  const began = performance.now();
  expect(await service.end('SIGTERM')).toEqual({ code: 0, signal: null });
  expect(performance.now() - began).toBeLessThan(SOON_MS);
  for (const { sending } of slow) sending.destroy();
  silent.destroy();
});

test('with a time to leave, requests are still carried out while it says that it isn’t ready', async () => {
  const service = await start('--drain-seconds', '5');
  const slow = await slowRequest(service);
  service.process.kill('SIGTERM');
  await untilLeaving(service);
  const answer = await whoami(service);
  expect([answer.status, answer.headers['connection']]).toEqual([200, 'close']);
  expect((await slow.finish()).status).toBe(200);
  expect(await service.end()).toEqual({ code: 0, signal: null });
});

test('a webhook that is under way at SIGTERM goes out again after the next start', async () => {
  const receiver = await WebhookReceiver.start();
  // It takes the delivery and never says so.
  receiver.answer = () => undefined;
  const service = await start('--allow-private-webhooks');
  const { organizationId, url } = service.ready;
  // What makes the endpoint is the first event that it is told.
  const body = JSON.stringify({
    ...{ type: 'ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT', timestampMs: String(Date.now()), organizationId },
    parameters: {
      ...{ url: receiver.url, name: 'hook' },
      subscriptions: [{ eventType: 'ACTIVITY_UPDATES' }],
    },
  });
  const path = `${url}/public/v1/submit/create_webhook_endpoint`;
  expect((await send(path, body, stampHeader(body, root))).status).toBe(200);
  await receiver.waitFor(1);
  const held = receiver.received[0]?.headers['x-service-event-id'];
  expect(await service.end('SIGTERM')).toEqual({ code: 0, signal: null });
  const before = receiver.received.length;
  receiver.answer = (response) => void response.writeHead(204).end();
  await start('--allow-private-webhooks');
  await receiver.waitFor(before + 1);
  expect(receiver.received.slice(before).map(({ headers }) => headers['x-service-event-id'])).toContain(held);
  await receiver.stop();
});

test('metrics are on an address of their own alone, and told until the end', async () => {
  const service = await start('--metrics-listen', '127.0.0.1:0');
  expect((await whoami(service)).status).toBe(200);
  for (const base of [service.ready.url, service.ready.authProxyUrl])
    expect((await get(`${base}/metrics`)).status).toBe(404);
  const [, metrics = ''] =
    /"url":"(http:\/\/127\.0\.0\.1:\d+)","msg":"metrics/.exec(service.output.stderr) ?? [];
  const told = await get(`${metrics}/metrics`);
  expect(told.text).toContain(
    'keyops_requests_total{server="api",operation="query/whoami",status="200"} 1\n',
  );
  expect(told.text).toContain('keyops_webhook_deliveries{state="pending"} 0\n');
  expect(told.text).not.toContain(service.ready.organizationId);
  const slow = await slowRequest(service);
  service.process.kill('SIGTERM');
  await untilLeaving(service);
  expect((await get(`${metrics}/metrics`)).text).toMatch(/^keyops_ready 0$/m);
  expect((await get(`${metrics}/readyz`)).status).toBe(503);
  await slow.finish();
  expect(await service.end()).toEqual({ code: 0, signal: null });
});

test.skipIf(process.platform === 'win32')(
  'SIGHUP shows a renewed certificate, and ends nothing',
  async () => {
    const authority = createAuthority('An authority');
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const put = (name: string): void => {
      const issued = authority.issue(name);
      writeFileSync(cert, issued.cert);
      writeFileSync(key, issued.key, { mode: 0o600 });
    };
    put('one.example');
    const service = await start('--tls-cert', cert, '--tls-key', key);
    const nameShown = async (): Promise<unknown> => {
      const socket = connectTls({
        ...{ port: Number(new URL(service.ready.url).port), host: '127.0.0.1', ca: authority.cert },
        checkServerIdentity: () => undefined,
      });
      await once(socket, 'secureConnect');
      const { CN } = socket.getPeerCertificate().subject;
      socket.destroy();
      return CN;
    };
    expect(await nameShown()).toBe('one.example');
    put('two.example');
    service.process.kill('SIGHUP');
    while (!service.output.stderr.includes('is shown now')) await nameShown();
    expect(await nameShown()).toBe('two.example');
    writeFileSync(key, 'nothing');
    service.process.kill('SIGHUP');
    while (!service.output.stderr.includes('isn’t used')) await nameShown();
    expect(await nameShown()).toBe('two.example');
    expect(await service.end()).toEqual({ code: 0, signal: null });
  },
);
