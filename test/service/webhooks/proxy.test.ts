import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext, createServer as createTlsServer } from 'node:tls';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type PostRules, post } from '#service/webhooks/post.ts';
import { LocalService, resultOf } from '../../fixtures/local-service.ts';
import { type ConnectProxy, startConnectProxy } from '../../fixtures/network.ts';
import { createAuthority } from '../../fixtures/self-signed.ts';
import { WebhookReceiver } from '../../fixtures/webhook-receiver.ts';

const PUBLIC = '93.184.215.14';
const BODY = '{"what": "SECRET-BODY"}';
const authority = createAuthority('The test’s authority');
const certified = authority.issue('hooks.example.com');
const trust = createSecureContext({ ca: authority.cert });

let receiver: WebhookReceiver;
let proxy: ConnectProxy;
beforeEach(async () => {
  receiver = await WebhookReceiver.start(certified);
  proxy = await startConnectProxy();
});
afterEach(async () => {
  await proxy.close();
  await receiver.stop();
});

/** The strict rules: the test's proxy leads every address to loopback, so none has to be allowed here. */
const rules = (changes: Partial<PostRules> = {}): PostRules => ({
  allowPrivate: false,
  timeoutMs: 5000,
  resolve: () => Promise.resolve([PUBLIC]),
  signal: new AbortController().signal,
  trust,
  proxy: new URL(proxy.url),
  ...changes,
});
const send = (
  changes: Partial<PostRules> = {},
  url = `https://hooks.example.com:${receiver.port}/SECRET-PATH`,
) =>
  post(
    { url, headers: { 'X-Service-Event-Id': 'SECRET-EVENT' }, body: Buffer.from(BODY), attempts: 0 },
    rules(changes),
  );

test('a delivery through a proxy: CONNECT names the checked address, TLS and Host the endpoint', async () => {
  expect(await send()).toEqual({ status: 204, address: PUBLIC });
  const [first] = receiver.received;
  expect(first?.body.toString()).toBe(BODY);
  expect(first?.headers.host).toBe(`hooks.example.com:${receiver.port}`);
  expect(proxy.asked.map((each) => each.authority)).toEqual([`${PUBLIC}:${receiver.port}`]);
});

test('a curious proxy: it is told the address and nothing of the delivery', async () => {
  await send();
  const [asked] = proxy.asked;
  expect(Object.keys(asked?.headers ?? {}).sort()).toEqual(['connection', 'host']);
  expect(asked?.headers['host']).toBe(`${PUBLIC}:${receiver.port}`);
  // Words that what is encrypted has by no chance.
  expect(proxy.seen()).not.toMatch(/SECRET|HTTP\/1/);
  expect(proxy.seen().length).toBeGreaterThan(100);
  expect(proxy.plain).toEqual([]);
});

test('an address of version 6 is bracketed, and its port is the endpoint’s or 443', async () => {
  proxy.answer = () => 'HTTP/1.1 403 Forbidden\r\n\r\n';
  const resolve = () => Promise.resolve(['2606:2800:220:1::1']);
  await send({ resolve });
  await send({ resolve }, 'https://hooks.example.com/');
  expect(proxy.asked.map((each) => each.authority)).toEqual([
    `[2606:2800:220:1::1]:${receiver.port}`,
    '[2606:2800:220:1::1]:443',
  ]);
});

describe('SSRF through the proxy', () => {
  test.each(['127.0.0.1', '::1', '10.0.0.1', '169.254.169.254', 'fd00::1', '::ffff:10.0.0.1'])(
    'DNS rebinding: the proxy is not asked for %s',
    async (address) => {
      const resolve = () => Promise.resolve([PUBLIC, address]);
      expect(await send({ resolve })).toEqual({ fault: 'DESTINATION_REFUSED', address: PUBLIC });
      expect(proxy.asked).toEqual([]);
    },
  );

  test('a name that only the proxy’s network knows is not handed on for the proxy to resolve', async () => {
    const resolve = () => Promise.reject(new Error('ENOTFOUND'));
    expect(await send({ resolve })).toEqual({ fault: 'RESOLUTION_FAILED' });
    expect(await send({}, 'https://metadata.internal/')).toEqual({ fault: 'DESTINATION_REFUSED' });
    expect(proxy.asked).toEqual([]);
  });

  test('a body in the clear: http goes neither through the proxy nor around it, even where http is allowed', async () => {
    const plain = await WebhookReceiver.start();
    const outcome = await send(
      { allowPrivate: true, resolve: () => Promise.resolve(['127.0.0.1']) },
      plain.url,
    );
    expect(outcome).toEqual({ fault: 'DESTINATION_REFUSED' });
    expect([proxy.asked, proxy.plain, plain.received]).toEqual([[], [], []]);
    await plain.stop();
  });
});

describe('a hostile proxy', () => {
  const sockets = new Set<Socket>();
  let raw: Server | undefined;
  const listen = async (server: Server): Promise<URL> => {
    raw = server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  };
  /** A proxy that does this once it was asked. */
  const answering = (onAsked: (socket: Socket) => void): Promise<URL> =>
    listen(createServer((socket) => socket.once('data', () => onAsked(socket))));
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    raw?.close();
    if (raw?.listening === true) await once(raw, 'close');
    raw = undefined;
    expect(receiver.received).toEqual([]);
  });

  test.each([
    'HTTP/1.1 403 Forbidden\r\n\r\n',
    'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n',
    'HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\n\r\n',
    'HTTP/1.1 502 Bad Gateway\r\nContent-Length: 6\r\n\r\na page',
    'HTTP/1.1 101 Switching Protocols\r\n\r\n',
  ])('refusal: %j', async (said) => {
    proxy.answer = () => said;
    expect(await send()).toEqual({ fault: 'PROXY_REFUSED', address: PUBLIC });
    expect(proxy.asked).toHaveLength(1);
  });

  test('an answer of its own: a page in the place of the tunnel gets nothing', async () => {
    proxy.answer = () => 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>Log in first</p>';
    expect(await send()).toEqual({ fault: 'PROXY_FAILED', address: PUBLIC });
  });

  test('interception: a proxy that ends TLS itself, with an authority nobody added, reads nothing', async () => {
    const read: Buffer[] = [];
    const reader = createTlsServer(createAuthority('A stranger').issue('hooks.example.com'), (socket) =>
      socket.on('error', () => undefined).on('data', (chunk: Buffer) => read.push(chunk)),
    );
    reader.on('tlsClientError', () => undefined);
    const url = await answering((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      reader.emit('connection', socket);
    });
    expect(await send({ proxy: url })).toEqual({ fault: 'CONNECTION_FAILED', address: PUBLIC });
    expect(read).toEqual([]);
  });

  test('a tunnel to another endpoint: the certificate has to be that of the name', async () => {
    const url = `https://other.example.com:${receiver.port}/`;
    expect(await send({}, url)).toEqual({ fault: 'CONNECTION_FAILED', address: PUBLIC });
  });

  test('header flood: the answer is refused before it is whole', async () => {
    let written = 0;
    const url = await answering((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const flood = (): void => {
        if (socket.destroyed) return;
        written += 1010;
        socket.write(`X-Filler: ${'x'.repeat(998)}\r\n`, () => setImmediate(flood));
      };
      flood();
    });
    expect(await send({ proxy: url })).toEqual({ fault: 'PROXY_FAILED', address: PUBLIC });
    expect(written).toBeLessThan(16 * 1024 * 1024);
  });

  test.each([
    ['closes', ''],
    ['closes within its answer', 'HTTP/1.1 200 OK\r\nX-Half'],
    ['speaks another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['smuggles a second head', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
  ])('a proxy that %s', async (_, said) => {
    const url = await answering((socket) => socket.end(said));
    expect(await send({ proxy: url })).toEqual({ fault: 'PROXY_FAILED', address: PUBLIC });
  });

  test('a proxy that opens the tunnel and closes it', async () => {
    const url = await answering((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.once('data', () => socket.end());
    });
    expect(await send({ proxy: url })).toEqual({ fault: 'CONNECTION_FAILED', address: PUBLIC });
  });

  test('a proxy that hangs: before its answer, within it, and in the tunnel', async () => {
    const limit = { timeoutMs: 300 };
    const silent = await answering(() => undefined);
    expect(await send({ ...limit, proxy: silent })).toEqual({ fault: 'PROXY_TIMED_OUT', address: PUBLIC });
    raw?.close();
    const half = await answering((socket) => socket.write('HTTP/1.1 200 OK\r\nX-Slow: '));
    expect(await send({ ...limit, proxy: half })).toEqual({ fault: 'PROXY_TIMED_OUT', address: PUBLIC });
    raw?.close();
    const open = await answering((socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    // Long enough that the tunnel is open by then.
    expect(await send({ timeoutMs: 3_000, proxy: open })).toEqual({ fault: 'TIMED_OUT', address: PUBLIC });
  });

  test('a proxy that is not there is not gone around', async () => {
    const url = await listen(createServer());
    raw?.close();
    const outcome = await send({
      proxy: url,
      allowPrivate: true,
      resolve: () => Promise.resolve(['127.0.0.1']),
    });
    expect(outcome).toEqual({ fault: 'PROXY_UNREACHABLE', address: '127.0.0.1' });
  });

  test('the end of the service ends the wait for a proxy, as no fault of the proxy’s', async () => {
    const stopping = new AbortController();
    const url = await answering(() => stopping.abort());
    expect(await send({ proxy: url, signal: stopping.signal })).toMatchObject({ fault: 'STOPPED' });
  });

  test.each([
    ['was refused', 'HTTP/1.1 403 Forbidden\r\n\r\n'],
    ['timed out within the answer', 'HTTP/1.1 200 OK\r\nX-Slow: '],
    ['timed out in the tunnel', 'HTTP/1.1 200 OK\r\n\r\n'],
  ])('a proxy that collects connections: closed after an attempt that %s', async (_, said) => {
    const closed: Promise<unknown>[] = [];
    const url = await answering((socket) => {
      closed.push(once(socket, 'close'));
      socket.resume().write(said);
    });
    // Long enough that the proxy was asked by then.
    await send({ proxy: url, timeoutMs: 3_000 });
    await Promise.all(closed);
    expect(closed).toHaveLength(1);
  });
});

describe('a service that was started with --webhook-proxy and --webhook-ca', () => {
  const folder = mkdtempSync(join(tmpdir(), 'keyops-webhook-ca-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const webhookCa = join(folder, 'authority.pem');
  writeFileSync(webhookCa, authority.cert);

  test('delivers through the proxy to an endpoint of that authority', async () => {
    const local = await WebhookReceiver.start(authority.issue('localhost'));
    const service = await LocalService.start();
    service.allowPrivateWebhooks = true;
    service.webhooks = { webhookProxy: new URL(proxy.url), webhookCa };
    await service.restart();
    const sent = await service.submit('create_webhook_endpoint', {
      url: `https://localhost:${local.port}/hooks`,
      name: 'Hooks',
      subscriptions: [{ eventType: 'ACTIVITY_UPDATES' }],
    });
    expect(resultOf(sent)['endpointId']).toBeTypeOf('string');
    const [first] = await local.waitFor(1);
    expect(first?.headers.host).toBe(`localhost:${local.port}`);
    expect(proxy.asked.length).toBeGreaterThan(0);
    for (const asked of proxy.asked)
      expect([`127.0.0.1:${local.port}`, `[::1]:${local.port}`]).toContain(asked.authority);
    await service.stop();
    await local.stop();
  });

  test('does not start with a file that is none of authorities', async () => {
    const service = await LocalService.start();
    service.webhooks = { webhookCa: join(folder, 'missing.pem') };
    await expect(service.restart()).rejects.toMatchObject({ code: 'ARGUMENTS_INVALID' });
    await service.stop();
  });
});
