import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { once } from 'node:events';
import { createSecureContext } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { post, type PostRules } from '#service/webhooks/post.ts';
import { selfSigned } from '../../fixtures/self-signed.ts';
import { WebhookReceiver } from '../../fixtures/webhook-receiver.ts';

const PUBLIC = '93.184.215.14';
let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await WebhookReceiver.start();
});
afterEach(async () => {
  await receiver.stop();
});

const asked: string[] = [];
beforeEach(() => void asked.splice(0));
const resolvesTo =
  (...addresses: string[]): PostRules['resolve'] =>
  (name) => {
    asked.push(name);
    return Promise.resolve(addresses);
  };
const rules = (changes: Partial<PostRules> = {}): PostRules => ({
  allowPrivate: true,
  timeoutMs: 5000,
  resolve: resolvesTo('127.0.0.1'),
  signal: new AbortController().signal,
  ...changes,
});
const body = Buffer.from('{"a": 1}');
const send = (url: string, changes: Partial<PostRules> = {}, attempts = 0) =>
  post(
    { url, headers: { 'X-Service-Event-Id': 'e', 'Content-Type': 'application/json' }, body, attempts },
    rules(changes),
  );
const named = (path = '/hooks?x=1'): string => `http://hooks.example.com:${receiver.port}${path}`;

test('the body goes out as it is, to the address of the name, with the name as its host', async () => {
  expect(await send(named())).toEqual({ status: 204, address: '127.0.0.1' });
  const [first] = receiver.received;
  expect(first?.body).toEqual(body);
  expect(first?.url).toBe('/hooks?x=1');
  expect(first?.headers).toMatchObject({
    host: `hooks.example.com:${receiver.port}`,
    'x-service-event-id': 'e',
    'content-length': '8',
  });
});

describe('SSRF', () => {
  test.each(['127.0.0.1', '::1', '10.0.0.1', '169.254.169.254', 'fd00::1', '::ffff:127.0.0.1', '0.0.0.0'])(
    'DNS rebinding: a name that leads to %s now is not connected to',
    async (address) => {
      const url = `https://hooks.example.com:${receiver.port}/`;
      const outcome = await send(url, { allowPrivate: false, resolve: resolvesTo(address) });
      expect(outcome).toEqual({ fault: 'DESTINATION_REFUSED', address });
      expect(receiver.received).toEqual([]);
    },
  );

  test('DNS rebinding: one private address among public ones refuses the name', async () => {
    const outcome = await send('https://hooks.example.com/', {
      allowPrivate: false,
      resolve: resolvesTo(PUBLIC, '127.0.0.1'),
    });
    expect(outcome).toMatchObject({ fault: 'DESTINATION_REFUSED' });
  });

  test('DNS rebinding: the name is asked once, and the address that was checked is the one connected to', async () => {
    const answers = [['127.0.0.1'], ['192.0.2.1']];
    const resolve = (name: string) => {
      asked.push(name);
      return Promise.resolve(answers.shift() ?? []);
    };
    expect(await send(named(), { resolve })).toEqual({ status: 204, address: '127.0.0.1' });
    expect(asked).toEqual(['hooks.example.com']);
  });

  test('a private place that was fine when the endpoint was made is refused without the flag', async () => {
    expect(await send(receiver.url, { allowPrivate: false })).toEqual({ fault: 'DESTINATION_REFUSED' });
    const https = `https://127.0.0.1:${receiver.port}/`;
    expect(await send(https, { allowPrivate: false })).toEqual({ fault: 'DESTINATION_REFUSED' });
    expect(receiver.received).toEqual([]);
  });

  test.each([301, 302, 303, 307, 308])('redirect to loopback: a %i is not followed', async (status) => {
    const inner = await WebhookReceiver.start();
    receiver.answer = (response) => void response.writeHead(status, { location: inner.url }).end();
    expect(await send(named())).toEqual({ status, address: '127.0.0.1' });
    expect(inner.received).toEqual([]);
    await inner.stop();
  });
});

describe('a hostile receiver', () => {
  const TIMEOUT = { timeoutMs: 300 };
  let raw: Server;
  const sockets = new Set<Socket>();
  const listen = async (onRequest: (socket: Socket) => void): Promise<string> => {
    raw = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('data', () => onRequest(socket));
    });
    raw.listen(0, '127.0.0.1');
    await once(raw, 'listening');
    return `http://127.0.0.1:${(raw.address() as AddressInfo).port}/`;
  };
  const hangUp = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    raw.close();
    await once(raw, 'close');
  };

  test('oversize answer: the connection is cut after a few kilobytes, and the status counts', async () => {
    let written = 0;
    const url = await listen((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const flood = (): void => {
        if (socket.destroyed) return;
        written += 65_536;
        socket.write(Buffer.alloc(65_536), () => setImmediate(flood));
      };
      flood();
    });
    expect(await send(url)).toMatchObject({ status: 200 });
    expect(written).toBeLessThan(64 * 1024 * 1024);
    await hangUp();
  });

  test('oversize head: refused before it is whole', async () => {
    const url = await listen((socket) =>
      socket.write(`HTTP/1.1 200 OK\r\n${`X-Filler: ${'x'.repeat(1000)}\r\n`.repeat(64)}\r\n`),
    );
    expect(await send(url)).toMatchObject({ fault: 'CONNECTION_FAILED' });
    await hangUp();
  });

  test('slow-loris head: an answer that comes byte by byte ends with the time limit', async () => {
    let timer: NodeJS.Timeout | undefined;
    const url = await listen((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Slow: ');
      timer = setInterval(() => socket.write('x'), 20);
    });
    expect(await send(url, TIMEOUT)).toMatchObject({ fault: 'TIMED_OUT' });
    clearInterval(timer);
    await hangUp();
  });

  test('slow-loris body: the status counts, and the connection ends with the time limit', async () => {
    let timer: NodeJS.Timeout | undefined;
    const url = await listen((socket) => {
      socket.write('HTTP/1.1 202 Accepted\r\n\r\n');
      timer = setInterval(() => socket.write('x'), 20);
    });
    // Long enough that the head has come by then.
    expect(await send(url, { timeoutMs: 3_000 })).toMatchObject({ status: 202 });
    clearInterval(timer);
    await hangUp();
  });

  test('a receiver that hangs up, and one that is not there', async () => {
    const url = await listen((socket) => socket.destroy());
    expect(await send(url)).toMatchObject({ fault: 'CONNECTION_FAILED' });
    await hangUp();
    expect(await send(url)).toMatchObject({ fault: 'CONNECTION_FAILED' });
  });

  test('a resolver that never answers ends with the time limit', async () => {
    const resolve = () => new Promise<readonly string[]>(() => undefined);
    expect(await send(named(), { ...TIMEOUT, resolve })).toEqual({ fault: 'TIMED_OUT' });
  });
});

test('a name without addresses, and a resolver that fails', async () => {
  expect(await send(named(), { resolve: resolvesTo() })).toEqual({ fault: 'RESOLUTION_FAILED' });
  const resolve = () => Promise.reject(new Error('ENOTFOUND'));
  expect(await send(named(), { resolve })).toEqual({ fault: 'RESOLUTION_FAILED' });
});

test('each attempt takes the next address of the name', async () => {
  const resolve = resolvesTo('127.0.0.1', '127.0.0.2');
  const addresses = [];
  for (let attempts = 0; attempts < 3; attempts += 1)
    addresses.push((await send(named(), { resolve }, attempts)).address);
  expect(addresses).toEqual(['127.0.0.1', '127.0.0.2', '127.0.0.1']);
});

describe('https', () => {
  const pair = selfSigned('hooks.example.com');
  let secure: WebhookReceiver;
  beforeEach(async () => {
    secure = await WebhookReceiver.start(pair);
  });
  afterEach(async () => {
    await secure.stop();
  });

  test('the certificate is that of the name, though an address is connected to', async () => {
    const url = `https://hooks.example.com:${secure.port}/`;
    expect(await send(url, { trust: createSecureContext({ ca: pair.cert }) })).toEqual({
      status: 204,
      address: '127.0.0.1',
    });
  });

  test('impersonation: a certificate of another name, or of an unknown authority, gets nothing', async () => {
    const other = `https://other.example.com:${secure.port}/`;
    expect(await send(other, { trust: createSecureContext({ ca: pair.cert }) })).toMatchObject({
      fault: 'CONNECTION_FAILED',
    });
    const unknown = `https://hooks.example.com:${secure.port}/`;
    expect(await send(unknown)).toMatchObject({ fault: 'CONNECTION_FAILED' });
    expect(secure.received).toEqual([]);
  });
});
