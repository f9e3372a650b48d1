import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseCidr } from '#protocol/network/cidr.ts';
import { Secret } from '#protocol/secret.ts';
import { THIS_MACHINE, type TlsIdentity, clientAddress, isTrustedProxy } from '#service/http/network.ts';
import { PROXY_HEADER_MS, readProxyHeaders } from '#service/http/proxied.ts';
import { CONNECTION_LIMITS, createServer, listen } from '#service/http/server.ts';
import { freshSigner, LocalService, stampHeader } from '../../fixtures/local-service.ts';
import { binaryHeader } from '../../fixtures/proxy-header.ts';
import { createAuthority } from '../../fixtures/self-signed.ts';

const NAME = 'keys.example';
const authority = createAuthority('An authority');
const issued = authority.issue(NAME);
const tlsIdentity = (): TlsIdentity => ({
  chain: issued.cert,
  certificate: new X509Certificate(issued.cert),
  key: new Secret(new Uint8Array(Buffer.from(issued.key))),
});

const HEADER = 'PROXY TCP4 198.51.100.7 10.0.0.1 56324 443\r\n';
const CLIENT = '198.51.100.7';
const V2 = binaryHeader(0x21, 0x11, [198, 51, 100, 7, 10, 0, 0, 1, 0xdc, 4, 1, 0xbb]);

let server: FastifyInstance;
let handled: number;
let timers: { readonly ms: number; readonly fn: () => void; isOff: boolean }[];
let sockets: Socket[];
async function start(tls?: TlsIdentity, trusted = '127.0.0.1/32', mostOfOneStranger = 128): Promise<void> {
  const network = { ...THIS_MACHINE, trustedProxies: [parseCidr(trusted)], proxyProtocol: true };
  server = createServer({
    ...{ logger: pino({ level: 'silent' }), now: () => 0, network, tls },
    connectionLimits: { ...CONNECTION_LIMITS, mostOfOneStranger },
  });
  server.post('/', (request) => {
    handled += 1;
    return `from ${clientAddress(request.raw, network) ?? 'unknown'}`;
  });
  readProxyHeaders(server.server, {
    isTrusted: (address) => isTrustedProxy(address, network),
    logger: pino({ level: 'silent' }),
    after: (ms, fn) => {
      const timer = { ms, fn, isOff: false };
      timers.push(timer);
      return () => void (timer.isOff = true);
    },
  });
  await listen(server, 0);
}
beforeEach(() => {
  [handled, timers, sockets] = [0, [], []];
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  server.server.closeAllConnections();
  await server.close();
});

const port = (): number => (server.server.address() as AddressInfo).port;
const request = (more = ''): string =>
  `POST / HTTP/1.1\r\nHost: 127.0.0.1:${port()}\r\n${more}Content-Length: 0\r\n\r\n`;

/** A connection, and all that is answered on it until it closes. */
function open(): { readonly socket: Socket; readonly closed: Promise<string> } {
  const socket = connect(port(), '127.0.0.1');
  sockets.push(socket);
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.on('error', () => undefined);
  return { socket, closed: new Promise((resolve) => socket.once('close', () => resolve(text))) };
}
const answerTo = async (...parts: (string | Uint8Array)[]): Promise<string> => {
  const { socket, closed } = open();
  const text = new Promise<string>((resolve) => {
    socket.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    void closed.then(resolve);
  });
  for (const part of parts) socket.write(part);
  return await text;
};

describe('a server behind a proxy that passes connections through', () => {
  test.each([
    ['version 1', HEADER],
    ['version 2', V2],
  ])('%s: the client’s address counts, for each request of the connection', async (_, header) => {
    await start();
    const { socket } = open();
    socket.write(Buffer.concat([Buffer.from(header), Buffer.from(request())]));
    for (let count = 0; count < 3; count += 1) {
      expect(String((await once(socket, 'data'))[0])).toMatch(new RegExp(`from ${CLIENT}$`));
      socket.write(request());
    }
  });

  test('byte by byte, and with the request in the same bytes, it is the same', async () => {
    await start();
    for (const header of [Buffer.from(HEADER), V2]) {
      const { socket } = open();
      socket.setNoDelay(true);
      for (const byte of header) {
        socket.write(Uint8Array.of(byte));
        await new Promise((resolve) => setImmediate(resolve));
      }
      socket.write(request());
      expect(String((await once(socket, 'data'))[0])).toMatch(`from ${CLIENT}`);
    }
    expect(timers.every(({ isOff }) => isOff)).toBe(true);
  });

  test('LOCAL is the proxy itself, and UNKNOWN is nobody', async () => {
    await start();
    expect(await answerTo(binaryHeader(0x20, 0, []), request())).toMatch(/from 127\.0\.0\.1$/);
    expect(await answerTo('PROXY UNKNOWN\r\n', request())).toMatch(/from unknown$/);
  });

  test('a body that comes after the header in pieces is whole', async () => {
    await start();
    const { socket } = open();
    const body = 'x'.repeat(300_000);
    socket.write(
      `${HEADER}POST / HTTP/1.1\r\nHost: 127.0.0.1:${port()}\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    socket.write(body);
    expect(String((await once(socket, 'data'))[0])).toMatch(`from ${CLIENT}`);
  });

  test('with TLS, the header comes before the handshake', async () => {
    await start(tlsIdentity());
    for (const header of [HEADER, V2]) {
      const { socket } = open();
      socket.removeAllListeners('data');
      socket.write(header);
      const secure = connectTls({ socket, ca: authority.cert, servername: NAME });
      sockets.push(secure);
      secure.write(request());
      expect(String((await once(secure, 'data'))[0])).toMatch(`from ${CLIENT}`);
    }
  });

  test('a header inside of TLS, or none before it, is no request', async () => {
    await start(tlsIdentity());
    const { socket } = open();
    socket.removeAllListeners('data');
    const secure = connectTls({ socket, ca: authority.cert, servername: NAME });
    secure.on('error', () => undefined);
    sockets.push(secure);
    secure.write(HEADER);
    await once(socket, 'close');
    expect(handled).toBe(0);
  });

  test('a header from an address that isn’t trusted: the connection ends unread', async () => {
    await start(undefined, '10.0.0.1/32');
    expect(await answerTo(HEADER, request())).toBe('');
    expect(await answerTo(request())).toBe('');
    expect([handled, timers]).toEqual([0, []]);
  });

  test('a connection of a trusted proxy without a header isn’t taken for its own', async () => {
    await start();
    expect(await answerTo(request())).toBe('');
    expect(handled).toBe(0);
  });

  test.each([
    ['version 1', 'PROXY TCP4 127.0.0.1 10.0.0.1 1 2\r\n'],
    ['version 2', binaryHeader(0x20, 0, [])],
  ])('a second header inside, %s: the client’s own bytes say nothing of where it is', async (_, second) => {
    await start();
    const answer = await answerTo(HEADER, second, request());
    expect(answer).not.toMatch(/from 127/);
    expect(answer).toMatch(/^(?:HTTP\/1\.1 400 .*)?/);
    expect(handled).toBe(0);
  });

  test('a client forges X-Forwarded-For inside of a connection that a trusted proxy passes through', async () => {
    await start();
    expect(await answerTo(HEADER, request('X-Forwarded-For: 127.0.0.1\r\n'))).toMatch(`from ${CLIENT}`);
    // The header of a trusted proxy's own address doesn't bring the other one back.
    const own = 'PROXY TCP4 127.0.0.1 10.0.0.1 1 2\r\n';
    expect(await answerTo(own, request('X-Forwarded-For: 203.0.113.9\r\n'))).toMatch(/from 127\.0\.0\.1$/);
  });

  test('a version 1 line longer than 107 bytes ends the connection without waiting for its end', async () => {
    await start();
    expect(await answerTo(`PROXY UNKNOWN ${'a'.repeat(94)}`)).toBe('');
  });

  test('slow loris: a header that trickles has five seconds in all, and not for each byte', async () => {
    await start();
    const { socket, closed } = open();
    socket.setNoDelay(true);
    for (const byte of Buffer.from(HEADER.slice(0, 20))) {
      socket.write(Uint8Array.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
    while (timers.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(timers.map(({ ms, isOff }) => [ms, isOff])).toEqual([[PROXY_HEADER_MS, false]]);
    timers[0]?.fn();
    expect(await closed).toBe('');
    expect(handled).toBe(0);
  });

  test('a proxy that hangs up or resets in the middle of its header is no error', async () => {
    await start();
    const ending = open();
    ending.socket.end('PROXY TCP4 ');
    await ending.closed;
    const resetting = open();
    resetting.socket.write('PROXY TCP4 ');
    while (timers.length < 2) await new Promise((resolve) => setImmediate(resolve));
    resetting.socket.resetAndDestroy();
    while (!timers.every(({ isOff }) => isOff)) await new Promise((resolve) => setImmediate(resolve));
    expect(await answerTo(HEADER, request())).toMatch(`from ${CLIENT}`);
  });

  test('one stranger behind the proxy has his share of the connections, and no more', async () => {
    await start(undefined, '127.0.0.1/32', 2);
    const held = [open(), open()];
    for (const { socket } of held) {
      socket.write(HEADER + request());
      await once(socket, 'data');
    }
    expect(await answerTo(HEADER, request())).toBe('');
    expect(await answerTo('PROXY TCP4 198.51.100.8 10.0.0.1 1 2\r\n', request())).toMatch(
      /from 198\.51\.100\.8$/,
    );
  });
});

describe('a service behind such a proxy', () => {
  let service: LocalService;
  beforeEach(async () => {
    service = await LocalService.start();
  });
  afterEach(() => service.stop());

  test('holds IP allowlists against the client’s address', async () => {
    const rules = [{ cidr: `${CLIENT}/32` }];
    await service.submit('set_ip_allowlist', { enabled: true, rules });
    service.network = {
      network: { ...THIS_MACHINE, trustedProxies: [parseCidr('127.0.0.1/32')], proxyProtocol: true },
    };
    await service.restart();
    const { url, organizationId } = service.ready;
    const ask = async (header: string, signer = service.root): Promise<string> => {
      const body = JSON.stringify({ organizationId });
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      const stamped = `X-Stamp: ${stampHeader(body, signer)['x-stamp'] ?? ''}\r\nConnection: close`;
      socket.end(
        `${header}POST /public/v1/query/whoami HTTP/1.1\r\nHost: ${new URL(url).host}\r\n${stamped}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      let text = '';
      for await (const chunk of socket) text += String(chunk);
      return text.slice(0, 12);
    };
    expect(await ask(HEADER)).toBe('HTTP/1.1 200');
    expect(await ask('PROXY TCP4 203.0.113.9 10.0.0.1 1 2\r\n')).toBe('HTTP/1.1 403');
    expect(await ask(HEADER, freshSigner())).toBe('HTTP/1.1 401');
    expect(await ask(HEADER.replace('TCP4', 'UNKNOWN'))).toBe('HTTP/1.1 403');
    expect(await ask('')).toBe('');
    // A connection without a header doesn't hold up the end.
    const began = performance.now();
    const waiting = connect(Number(new URL(url).port), '127.0.0.1');
    await once(waiting, 'connect');
    await service.halt();
    // An end that waits for the header takes all of its time, from the connection on.
    expect(performance.now() - began).toBeLessThan(PROXY_HEADER_MS);
    waiting.destroy();
  });
});
