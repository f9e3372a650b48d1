import { chmodSync, mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TLSSocket, connect } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TlsFiles, readTlsIdentity } from '#service/boot/tls-identity.ts';
import { type ShownCertificate, TLS_WATCH_MS, TlsReload } from '#service/boot/tls-reload.ts';
import { THIS_MACHINE } from '#service/http/network.ts';
import { createServer, listen } from '#service/http/server.ts';
import { createAuthority } from '../../fixtures/self-signed.ts';

const authority = createAuthority('An authority');
const [first, second, third] = ['one.example', 'two.example', 'three.example'].map((name) =>
  authority.issue(name),
);
const NOW = Date.UTC(2026, 0, 2);

let folder: string;
let files: TlsFiles;
let server: FastifyInstance;
let shown: ShownCertificate;
let reload: TlsReload;
let timers: { readonly ms: number; readonly fn: () => void }[];
let lines: string[];
let sockets: TLSSocket[];

const put = (pair: { readonly cert?: string; readonly key?: string } | undefined, mode = 0o600): void => {
  if (pair?.cert !== undefined) writeFileSync(files.cert, pair.cert);
  if (pair?.key !== undefined) writeFileSync(files.key, pair.key, { mode });
  chmodSync(files.key, mode);
};
const tick = (): void => {
  const due = timers.splice(0);
  expect(due.map(({ ms }) => ms)).toEqual([TLS_WATCH_MS]);
  for (const { fn } of due) fn();
};
const messages = (): string[] => lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
const NOT_USED = 'the new TLS certificate isn’t used; the old one is still shown';
const SHOWN = 'the TLS certificate was read again and is shown now';

/** Makes a connection; gives back the name in the certificate that it was shown. */
const connected = (options: object = {}): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const { port } = server.server.address() as AddressInfo;
    const socket = connect({
      ...{ port, host: '127.0.0.1', ca: authority.cert, checkServerIdentity: () => undefined },
      ...options,
    });
    sockets.push(socket);
    socket.once('secureConnect', () => resolve(socket)).once('error', reject);
  });
const nameShown = async (): Promise<unknown> => (await connected()).getPeerCertificate().subject.CN;
const ask = (socket: TLSSocket, host: string): Promise<string> => {
  socket.write(`POST / HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 0\r\n\r\n`);
  return new Promise((resolve) =>
    socket.once('data', (chunk: Buffer) => resolve(chunk.toString().slice(0, 12))),
  );
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-reload-'));
  [timers, lines, sockets] = [[], [], []];
  files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  put(first);
  const tls = readTlsIdentity(files, NOW);
  shown = { certificate: tls.certificate };
  const logger = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  const network = { ...THIS_MACHINE, host: '0.0.0.0' };
  server = createServer({ logger: pino({ level: 'silent' }), now: () => NOW, network, tls, shown });
  server.post('/', () => 'done');
  tls.key.wipe();
  await listen(server, 0);
  reload = new TlsReload({
    ...{ files, shown, servers: [server.server], logger, now: () => NOW },
    after: (ms, fn) => {
      const timer = { ms, fn };
      timers.push(timer);
      return () => void (timers = timers.filter((each) => each !== timer));
    },
  });
  reload.watch();
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  server.server.closeAllConnections();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a renewed pair is shown to new connections, and those before it go on', async () => {
  const before = await connected();
  expect(await ask(before, 'one.example')).toBe('HTTP/1.1 200');
  put(second);
  tick();
  expect(await nameShown()).toBe('two.example');
  expect(before.getPeerCertificate().subject.CN).toBe('one.example');
  expect(await ask(before, 'two.example')).toBe('HTTP/1.1 200');
  // The names of the old certificate aren't the service's any more.
  expect(await ask(before, 'one.example')).toBe('HTTP/1.1 403');
  expect(messages()).toEqual([SHOWN]);
  put(third);
  tick();
  expect(await nameShown()).toBe('three.example');
});

test('files that don’t change are left alone; asked to, they are read again', async () => {
  tick();
  tick();
  expect(lines).toEqual([]);
  reload.reload();
  expect(messages()).toEqual([SHOWN]);
  expect(await nameShown()).toBe('one.example');
});

test('a link that is turned, as renewals do, and a file that is replaced with the same time are seen', async () => {
  const turned = join(folder, 'turned.pem');
  writeFileSync(join(folder, 'both.pem'), second?.cert ?? '');
  symlinkSync(join(folder, 'both.pem'), turned);
  renameSync(turned, files.cert);
  const replaced = join(folder, 'replaced.pem');
  writeFileSync(replaced, second?.key ?? '', { mode: 0o600 });
  utimesSync(replaced, 0, 0);
  renameSync(replaced, files.key);
  tick();
  expect(await nameShown()).toBe('two.example');
});

test('a renewal in two steps: the half pair isn’t shown, the whole one is at the next look', async () => {
  put({ cert: second?.cert ?? '' });
  tick();
  expect(messages()).toEqual([NOT_USED]);
  expect(await nameShown()).toBe('one.example');
  tick();
  expect(lines).toHaveLength(1);
  put({ key: second?.key ?? '' });
  tick();
  expect(await nameShown()).toBe('two.example');
});

test.each([
  ['a key of another certificate', () => put({ cert: second?.cert ?? '', key: third?.key ?? '' })],
  ['a certificate that is over', () => put(authority.issue('old.example', '251231235959Z'))],
  ['no certificate', () => put({ cert: 'nothing' })],
  [
    'a chain whose second certificate is none',
    () => put({ cert: `${first?.cert}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n` }),
  ],
  ['an empty key', () => put({ key: '' })],
  ['files that are gone', () => rmSync(files.cert)],
  [
    'a link that leads to itself',
    () => {
      rmSync(files.cert);
      symlinkSync(files.cert, files.cert);
    },
  ],
  ['a key that others can read', () => put(second, 0o644)],
])(
  '%s is refused in the log, without what the key file holds, and the old one goes on',
  async (_, change) => {
    change();
    tick();
    expect(messages()).toEqual([NOT_USED]);
    expect(lines.join('')).not.toContain('PRIVATE KEY');
    expect(await nameShown()).toBe('one.example');
    expect(await ask(await connected(), 'one.example')).toBe('HTTP/1.1 200');
    rmSync(files.cert, { force: true });
    put(second);
    tick();
    expect(await nameShown()).toBe('two.example');
  },
);

test('a session of before brings the old certificate back to nobody', async () => {
  const before = await connected({ maxVersion: 'TLSv1.2' });
  const session = before.getSession();
  expect((await connected({ maxVersion: 'TLSv1.2', session })).isSessionReused()).toBe(true);
  put(second);
  tick();
  const later = await connected({ maxVersion: 'TLSv1.2', session });
  expect([later.isSessionReused(), later.getPeerCertificate().subject.CN]).toEqual([false, 'two.example']);
});

test('once stopped, it looks no more', () => {
  reload.stop();
  expect(timers).toEqual([]);
});
