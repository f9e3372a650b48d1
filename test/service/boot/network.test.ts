import { X509Certificate } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseCidr } from '#protocol/network/cidr.ts';
import { logNetwork } from '#service/boot/log-network.ts';
import { readNetwork } from '#service/boot/network-arguments.ts';
import { readTlsIdentity } from '#service/boot/tls-identity.ts';
import { THIS_MACHINE } from '#service/http/network.ts';
import { createServer, listen } from '#service/http/server.ts';
import { LocalService, stampHeader } from '../../fixtures/local-service.ts';
import { createAuthority, selfSigned } from '../../fixtures/self-signed.ts';

describe('the options of the network', () => {
  test('left out: this machine alone, no pages, no proxies, no TLS', () => {
    expect(readNetwork({})).toEqual({ network: THIS_MACHINE });
  });

  test('as they are given', () => {
    expect(
      readNetwork({
        host: '[::]',
        'allow-origin': ['https://app.example', 'http://localhost:3000'],
        'trusted-proxy': ['10.0.0.1', '192.168.1.7/24', 'fd00::1'],
        'proxy-protocol': true,
        'public-name': ['Keys.example'],
        'tls-cert': 'cert.pem',
        'tls-key': 'key.pem',
      }),
    ).toEqual({
      network: {
        host: '::',
        allowedOrigins: ['https://app.example', 'http://localhost:3000'],
        trustedProxies: ['10.0.0.1/32', '192.168.1.0/24', 'fd00::1/128'].map(parseCidr),
        proxyProtocol: true,
        publicNames: ['keys.example'],
      },
      tlsFiles: { cert: 'cert.pem', key: 'key.pem' },
    });
  });

  test.each([
    ['--host', { host: 'keys.example' }],
    ['--host', { host: '' }],
    ['--host', { host: '0' }],
    ['--allow-origin', { 'allow-origin': ['*'] }],
    ['--allow-origin', { 'allow-origin': ['https://*.example'] }],
    ['--allow-origin', { 'allow-origin': ['null'] }],
    ['--allow-origin', { 'allow-origin': ['https://app.example/'] }],
    ['--allow-origin', { 'allow-origin': ['https://APP.example'] }],
    ['--allow-origin', { 'allow-origin': ['https://app.example:443'] }],
    ['--allow-origin', { 'allow-origin': ['https://user@app.example'] }],
    ['--allow-origin', { 'allow-origin': ['file:///'] }],
    ['--allow-origin', { 'allow-origin': ['https://a.example,https://b.example'] }],
    ['--trusted-proxy', { 'trusted-proxy': ['0.0.0.0/0'] }],
    ['--trusted-proxy', { 'trusted-proxy': ['::/0'] }],
    ['--trusted-proxy', { 'trusted-proxy': ['balancer.example'] }],
    ['--trusted-proxy', { 'trusted-proxy': ['10.0.0.1/33'] }],
    ['--public-name', { 'public-name': ['*'] }],
    ['--public-name', { 'public-name': ['keys.example:443'] }],
    ['--trusted-proxy', { 'proxy-protocol': true }],
    ['--tls-key', { 'tls-cert': 'cert.pem' }],
    ['--tls-cert', { 'tls-key': 'key.pem' }],
  ])('%s refuses wildcards and what is not one: %j', (name, given) => {
    expect(() => readNetwork(given)).toThrow(
      expect.objectContaining({
        code: 'ARGUMENTS_INVALID',
        message: expect.stringContaining(name) as string,
      }) as Error,
    );
  });
});

describe('what the log says at start', () => {
  const linesOf = (network: Partial<typeof THIS_MACHINE>, hasTls = false): string[] => {
    const lines: string[] = [];
    const logger = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) });
    logNetwork(logger, { ...THIS_MACHINE, ...network }, hasTls);
    return lines;
  };

  test('nothing on this machine alone', () => {
    expect(linesOf({})).toEqual([]);
  });

  test('host 0.0.0.0 without TLS: a network, and that what is sent can be read', () => {
    for (const host of ['0.0.0.0', '::', '192.168.1.2']) {
      expect(linesOf({ host })).toEqual([
        expect.stringMatching(/"level":40.*network/),
        expect.stringMatching(/"level":40.*without TLS/),
      ]);
      expect(linesOf({ host }, true)).toHaveLength(1);
    }
  });

  test('each origin, proxy and name', () => {
    const lines = linesOf({
      allowedOrigins: ['https://a.example', 'https://b.example'],
      trustedProxies: [parseCidr('10.0.0.0/30')],
      publicNames: ['keys.example'],
    });
    expect(lines.map((line) => Object.values(JSON.parse(line) as object)[1] as unknown)).toEqual([
      'https://a.example',
      'https://b.example',
      '10.0.0.0/30',
      'keys.example',
    ]);
  });
});

const NAME = 'keys.example';
const authority = createAuthority('An authority');
const issued = authority.issue(NAME);
let folder: string;
const file = (name: string, content: string, mode = 0o600): string => {
  const path = join(folder, name);
  writeFileSync(path, content, { mode });
  chmodSync(path, mode);
  return path;
};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-tls-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the files of TLS', () => {
  const now = Date.UTC(2026, 0, 2);
  const read = (key: string, mode: number, cert = issued.cert) =>
    readTlsIdentity({ cert: file('cert.pem', cert, 0o644), key: file('key.pem', key, mode) }, now);

  test.each([0o600, 0o400, 0o640])('are read with the key’s mode %o', (mode) => {
    const identity = read(issued.key, mode, issued.cert + authority.cert);
    expect(identity.certificate.checkHost(NAME)).toBe(NAME);
    identity.key.wipe();
  });

  test.skipIf(process.platform === 'win32').each([0o644, 0o604, 0o620, 0o602, 0o666])(
    'a key file that others can read, or the group can change, is refused: mode %o',
    (mode) => {
      expect(() => read(issued.key, mode)).toThrow(/Others on this computer can read the TLS key/);
    },
  );

  test.each([
    ['a key of another certificate', () => read(selfSigned(NAME).key, 0o600)],
    ['no key', () => read('nothing', 0o600)],
    ['an empty key file', () => read('', 0o600)],
    ['no certificate', () => read(issued.key, 0o600, 'nothing')],
    [
      'a certificate that is over',
      () => {
        const old = authority.issue(NAME, '251231235959Z');
        return read(old.key, 0o600, old.cert);
      },
    ],
    ['no file', () => readTlsIdentity({ cert: join(folder, 'none'), key: join(folder, 'none') }, now)],
    ['a folder', () => readTlsIdentity({ cert: folder, key: folder }, now)],
  ])('%s is refused, and no error repeats what the key file holds', (_, attempt) => {
    expect(attempt).toThrow(expect.objectContaining({ code: 'ARGUMENTS_INVALID' }) as Error);
    expect(attempt).not.toThrow(/PRIVATE KEY/);
  });
});

describe('a service that ends TLS', () => {
  let service: LocalService;
  beforeAll(async () => {
    service = await LocalService.start();
    service.network = {
      network: { ...THIS_MACHINE, host: '0.0.0.0' },
      tlsFiles: { cert: file('cert.pem', issued.cert, 0o644), key: file('key.pem', issued.key) },
    };
    await service.restart();
  });
  afterAll(() => service.stop());

  const ask = (url: string, path: string, host: string, body: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const headers = { host, 'content-type': 'application/json', ...stampHeader(body, service.root) };
      const options = { method: 'POST', agent: false, ca: authority.cert, servername: NAME, headers };
      request(`${url}${path}`, options, (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode));
      })
        .on('error', reject)
        .end(body);
    });

  test('answers at its certificate’s name, says https, and refuses a rebound name', async () => {
    const { url, authProxyUrl, organizationId } = service.ready;
    expect([url, authProxyUrl].map((each) => new URL(each).protocol)).toEqual(['https:', 'https:']);
    const body = JSON.stringify({ organizationId });
    expect(await ask(url, '/public/v1/query/whoami', NAME, body)).toBe(200);
    expect(await ask(url, '/public/v1/query/whoami', `${NAME}:8443`, body)).toBe(200);
    expect(await ask(url, '/public/v1/query/whoami', 'evil.example', body)).toBe(403);
    expect(await ask(authProxyUrl, '/v1/wallet_kit_config', NAME, '{}')).toBe(400);
  });

  test('a connection is still made long after the key was wiped, and only with TLS 1.2 or later', async () => {
    const port = Number(new URL(service.ready.url).port);
    const handshake = (options: object): Promise<string> =>
      new Promise((resolve) => {
        const socket = connectTls({
          port,
          host: '127.0.0.1',
          ca: authority.cert,
          servername: NAME,
          ...options,
        });
        socket.once('secureConnect', () => resolve(socket.getProtocol() ?? ''));
        socket.once('error', () => resolve('refused'));
        socket.once('close', () => socket.destroy());
      });
    expect(await handshake({})).toBe('TLSv1.3');
    expect(await handshake({ maxVersion: 'TLSv1.2' })).toBe('TLSv1.2');
    expect(await handshake({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1' })).toBe('refused');
  });
});

test('a stranger in the middle of a handshake holds up no stop', async () => {
  const service = await LocalService.start();
  service.network = {
    tlsFiles: { cert: file('cert.pem', issued.cert, 0o644), key: file('key.pem', issued.key) },
  };
  await service.restart();
  const silent = connect(Number(new URL(service.ready.url).port), '127.0.0.1');
  await new Promise((resolve) => silent.once('connect', resolve));
  const began = performance.now();
  await service.stop();
  // A handshake that goes on is ended by its own limit after ten.
  expect(performance.now() - began).toBeLessThan(9_000);
  silent.destroy();
});

test('connection flood under TLS: silent handshakes make room, and an answered connection is kept', async () => {
  const tls = { chain: issued.cert, certificate: new X509Certificate(issued.cert) };
  const { key } = readTlsIdentity(
    { cert: file('cert.pem', issued.cert), key: file('key.pem', issued.key) },
    0,
  );
  const server = createServer({
    ...{ logger: pino({ level: 'silent' }), now: () => 0, tls: { ...tls, key } },
    connectionLimits: {
      ...{ headersTimeout: 10_000, requestTimeout: 10_000, connectionsCheckingInterval: 1000 },
      ...{ maxHeaderSize: 2048, maxConnections: 3, mostOfOneStranger: 2 },
      ...{ mostUnread: 1_000_000, mostComing: 1_000_000 },
    },
  });
  server.post('/', () => 'done');
  const port = Number(new URL(await listen(server, 0)).port);
  const known = connectTls({ port, host: '127.0.0.1', ca: authority.cert, servername: NAME });
  const ask = (): Promise<string> => {
    known.write(`POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 0\r\n\r\n`);
    return new Promise((resolve) => known.once('data', (chunk: Buffer) => resolve(chunk.toString())));
  };
  expect(await ask()).toMatch(/^HTTP\/1\.1 200 /);
  const flood = [1, 2, 3, 4].map(() => connect(port, '127.0.0.1'));
  const [first] = flood;
  await new Promise((resolve) =>
    first
      ?.once('close', resolve)
      .once('error', () => undefined)
      .resume(),
  );
  expect(await ask()).toMatch(/^HTTP\/1\.1 200 /);
  for (const socket of [...flood, known]) socket.destroy();
  await server.close();
});
