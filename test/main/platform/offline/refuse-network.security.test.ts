// Each way out of an offline console, tried against servers that were there before: none of them may see anything.
import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import dns from 'node:dns';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import inspector from 'node:inspector';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import tls from 'node:tls';
import { Worker } from 'node:worker_threads';
import { Agent, WebSocket as UndiciWebSocket, request as undiciRequest } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLocalPath, isNetworkRefused, refuseNetwork } from '#main/platform/offline/refuse-network.ts';
import { TIMING, systemClock } from '#main/platform/clock.ts';
import { serveOnce } from '#main/platform/loopback/serve-once.ts';
import { createCarrier } from '#main/service-client/carry.ts';
import { createRoutes } from '#main/service-client/routes.ts';
import { submitOperation } from '#main/service-client/request-parts.ts';
import { memoryKeychain } from '#test/fixtures/memory-keychain.ts';

const folder = mkdtempSync(join(tmpdir(), 'keyops-refuse-'));
const socketPath = process.platform === 'win32' ? '\\\\.\\pipe\\keyops-refuse' : join(folder, 'bus');
let seen = 0;
const counted = (): void => {
  seen += 1;
};
const tcp = net.createServer((socket) => {
  counted();
  socket.destroy();
});
const local = net.createServer((socket) => socket.end('hello'));
const udp = dgram.createSocket('udp4', counted);
/** Taken before, as a library takes what it uses. */
const early = { lookup: dns.lookup, createConnection: net.createConnection, spawn: childProcess.spawn };
/** A connection that a library holds from before. */
const earlyHandle = new net.Socket();
let port: number;
let udpPort: number;

beforeAll(async () => {
  tcp.listen(0, '127.0.0.1');
  local.listen(socketPath);
  udp.bind(0, '127.0.0.1');
  await Promise.all([once(tcp, 'listening'), once(local, 'listening'), once(udp, 'listening')]);
  port = (tcp.address() as AddressInfo).port;
  udpPort = udp.address().port;
  // They would see it: what the tests below wait for not to happen does happen before.
  net.connect(port, '127.0.0.1').on('error', () => undefined);
  dgram.createSocket('udp4').unref().send('here', udpPort, '127.0.0.1');
  const limit = Date.now() + 60_000;
  while (seen < 2 && Date.now() < limit) await setTimeout(5);
  expect(seen).toBe(2);
  seen = 0;
  expect(isNetworkRefused()).toBe(false);
  refuseNetwork({ mayRun: (file) => file === process.execPath });
  refuseNetwork({ mayRun: () => true });
  expect(isNetworkRefused()).toBe(true);
});
afterAll(() => {
  tcp.close();
  local.close();
  udp.close();
  rmSync(folder, { recursive: true, force: true });
});

const REFUSED = { code: 'NETWORK_REFUSED' };
/** The error of something that emits one, and that nothing arrived. */
async function errorOf(emitter: { once: (name: string, fn: (error: Error) => void) => unknown }) {
  const error = await new Promise<Error & { code?: string }>((resolve) => {
    emitter.once('error', resolve);
    emitter.once('connect', () => resolve(new Error('It connected.')));
  });
  return error;
}
/** Lets what was sent arrive, had it been sent: a datagram of the same moment would. */
const settle = async (): Promise<void> => {
  await setTimeout(30);
  expect(seen).toBe(0);
};

describe('A console that is offline', () => {
  it('refuses a socket to an address on the network, in each form of its arguments', async () => {
    for (const open of [
      () => net.connect(port, '127.0.0.1'),
      () => net.connect({ port, host: '127.0.0.1' }),
      () => net.connect({ port, host: '::1', autoSelectFamily: true }),
      () => net.createConnection(String(port) as never, '127.0.0.1' as never),
      () => early.createConnection(port),
      () => new net.Socket().connect(port, 'localhost'),
      () => earlyHandle.connect(port, '127.0.0.1'),
      () => net.connect({ port, path: '' } as net.TcpNetConnectOpts),
      () => net.connect({ port: 53, host: '192.0.2.1', lookup: () => undefined }),
    ])
      expect(await errorOf(open())).toMatchObject(REFUSED);
    await settle();
  });

  it('refuses TLS, HTTP, HTTPS and HTTP/2', async () => {
    expect(await errorOf(tls.connect(port, '127.0.0.1', { rejectUnauthorized: false }))).toMatchObject(
      REFUSED,
    );
    expect(await errorOf(http.get({ port, host: '127.0.0.1' }))).toMatchObject(REFUSED);
    expect(await errorOf(http.get(`http://127.0.0.1:${port}/`, { agent: false }))).toMatchObject(REFUSED);
    expect(await errorOf(https.get(`https://127.0.0.1:${port}/`))).toMatchObject(REFUSED);
    for (const scheme of ['http', 'https']) {
      // A session of HTTP/2 says that it is there before its socket is.
      const [error] = (await once(http2.connect(`${scheme}://127.0.0.1:${port}`), 'goes nowhere').catch(
        (failed: unknown) => [failed],
      )) as unknown[];
      expect(error).toMatchObject(REFUSED);
    }
    await settle();
  });

  it('refuses undici, with and without a dispatcher of its own, fetch, and WebSockets', async () => {
    const url = `http://127.0.0.1:${port}/`;
    await expect(undiciRequest(url)).rejects.toMatchObject(REFUSED);
    await expect(undiciRequest(url, { dispatcher: new Agent() })).rejects.toMatchObject(REFUSED);
    await expect(fetch(url)).rejects.toMatchObject({ cause: REFUSED });
    const socket = new UndiciWebSocket(`ws://127.0.0.1:${port}/`);
    await new Promise((resolve) => socket.addEventListener('error', resolve));
    await settle();
  });

  it('refuses the console’s own client, with the reason and not as a request that may have arrived', async () => {
    const routes = createRoutes({
      ...{ keychain: memoryKeychain(), timing: TIMING, environment: {}, resolveProxy: undefined },
    });
    const carrier = createCarrier({ clock: systemClock, timing: TIMING, random: () => 0 }, '0', routes);
    const sent = carrier.carry(
      { baseUrl: `http://127.0.0.1:${port}` },
      submitOperation('create_policy'),
      new Uint8Array([1]),
      { name: 'X-Stamp', value: 'x' },
    );
    await expect(sent).rejects.toMatchObject({ code: 'SERVICE_OFFLINE', delivery: 'not-sent' });
    await carrier.close();
    await routes.close();
    await settle();
  });

  it('refuses datagrams, bound and unbound', async () => {
    const socket = dgram.createSocket('udp4');
    expect(() => socket.send('out', udpPort, '127.0.0.1')).toThrow(expect.objectContaining(REFUSED));
    expect(() => socket.connect(udpPort, '127.0.0.1')).toThrow(expect.objectContaining(REFUSED));
    expect(() => socket.bind(0)).toThrow(expect.objectContaining(REFUSED));
    // Bound before: it hears, and can't speak.
    expect(() => udp.send('out', udpPort, '127.0.0.1')).toThrow(expect.objectContaining(REFUSED));
    socket.close();
    await settle();
  });

  it('refuses names, which go out in the question to a name server', async () => {
    const name = 'secret-in-the-name.example';
    const nothing = (): undefined => undefined;
    expect(() => dns.lookup(name, nothing)).toThrow(expect.objectContaining(REFUSED));
    expect(() => dns.resolve4(name, nothing)).toThrow(expect.objectContaining(REFUSED));
    expect(() => dns.reverse('192.0.2.1', nothing)).toThrow(expect.objectContaining(REFUSED));
    expect(() => dns.promises.lookup(name)).toThrow(expect.objectContaining(REFUSED));
    expect(() => new dns.Resolver().resolveTxt(name, nothing)).toThrow(expect.objectContaining(REFUSED));
    expect(() => new dns.promises.Resolver().resolveTxt(name)).toThrow(expect.objectContaining(REFUSED));
    // A module that is loaded later gets the refusals as well.
    const { lookup } = await import('node:dns');
    expect(() => lookup(name, nothing)).toThrow(expect.objectContaining(REFUSED));
  });

  it('refuses a listener, of a service, a login page or a pipe', async () => {
    for (const server of [net.createServer(), http.createServer(), tls.createServer(), https.createServer()])
      expect(await errorOf(server.listen(0, '127.0.0.1'))).toMatchObject(REFUSED);
    expect(await errorOf(net.createServer().listen(join(folder, 'pipe')))).toMatchObject(REFUSED);
    const page = serveOnce({ host: '127.0.0.1', limitMs: 1000, clock: systemClock }, () => {
      throw new Error('Nobody comes.');
    });
    await expect(page).rejects.toMatchObject(REFUSED);
  });

  it('refuses programs and threads, which have sockets of their own', async () => {
    const curl = ['curl', [`http://127.0.0.1:${port}/`]] as const;
    expect(() => childProcess.spawn(...curl)).toThrow(expect.objectContaining(REFUSED));
    expect(() => early.spawn(...curl)).toThrow(expect.objectContaining(REFUSED));
    expect(() => childProcess.execFile(...curl)).toThrow(expect.objectContaining(REFUSED));
    expect(() => childProcess.exec('curl http://127.0.0.1/')).toThrow(expect.objectContaining(REFUSED));
    expect(() => childProcess.spawnSync(...curl)).toThrow(expect.objectContaining(REFUSED));
    expect(() => childProcess.execSync('true')).toThrow(expect.objectContaining(REFUSED));
    expect(() => new Worker('0', { eval: true })).toThrow(expect.objectContaining(REFUSED));
    // What is excepted runs: the wall asks for the program, and doesn't refuse them all.
    const child = childProcess.spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' });
    expect(await once(child, 'exit')).toEqual([0, null]);
    await settle();
  });

  it('refuses a debugger’s port, by a call or a signal', async () => {
    expect(() => inspector.open(0)).toThrow(expect.objectContaining(REFUSED));
    if (process.platform !== 'win32') {
      const came = once(process, 'SIGUSR1');
      process.kill(process.pid, 'SIGUSR1');
      await came;
      await setTimeout(30);
    }
    expect(inspector.url()).toBeUndefined();
  });

  it('refuses Node’s own handles, and gives no bindings away', async () => {
    const { _handle: wrapped } = new tls.TLSSocket(undefined as never) as unknown as {
      readonly _handle: { readonly _parent?: Record<string, (...args: unknown[]) => unknown> };
    };
    const handle = wrapped._parent;
    expect(handle).toBeDefined();
    for (const name of ['connect', 'connect6', 'bind', 'listen'])
      expect(() => handle?.[name]?.({}, '127.0.0.1', port), name).toThrow(expect.objectContaining(REFUSED));
    const { binding } = process as unknown as { readonly binding: (name: string) => unknown };
    expect(() => binding('tcp_wrap')).toThrow(expect.objectContaining(REFUSED));
    await settle();
  });

  it('can’t be brought back by putting the functions in place again', () => {
    for (const [target, name] of [
      [net.Socket.prototype, 'connect'],
      [net.Server.prototype, 'listen'],
      [dgram.Socket.prototype, 'send'],
      [dns, 'lookup'],
    ] as const)
      expect(
        Reflect.set(target, name, () => undefined),
        name,
      ).toBe(false);
  });

  it('goes on talking to the system’s own sockets: the bus of the keychain and the lock', async () => {
    const read = async (socket: net.Socket): Promise<string> => {
      let text = '';
      for await (const chunk of socket) text += String(chunk);
      return text;
    };
    expect(await read(net.connect({ path: socketPath }))).toBe('hello');
    expect(await read(net.connect(socketPath))).toBe('hello');
    expect(await read(new net.Socket().connect(socketPath))).toBe('hello');
  });
});

describe('A path that isn’t on this computer', () => {
  it.each([
    '\\\\attacker\\pipe\\x',
    '\\\\.\\pipe\\..\\UNC\\attacker',
    '//attacker/pipe/x',
    '\\\\.\\C:\\x',
    '',
  ])('is refused on Windows: %s', (path) => expect(isLocalPath(path, 'win32')).toBe(false));
  it('is a number, which is a port', () => {
    expect(isLocalPath('80', 'linux')).toBe(false);
    expect(isLocalPath('', 'linux')).toBe(false);
    expect(isLocalPath('/run/dbus/system_bus_socket', 'linux')).toBe(true);
    expect(isLocalPath('\\\\.\\pipe\\keychain', 'win32')).toBe(true);
  });
});
