import { once } from 'node:events';
import { type AddressInfo, type Socket, connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CONNECTION_LIMITS, createServer, listen } from '#service/http/server.ts';

/** What nobody here is slow enough for, however busy the machine is. */
const PATIENT = { headersTimeout: 60_000, requestTimeout: 60_000 };
/** What ends slow clients while a test waits. */
const SHORT = { headersTimeout: 150, requestTimeout: 300 };

/** More than the system buffers for a client that doesn’t read. */
const LARGE = Buffer.alloc(32 * 1024 * 1024);
const MOST_UNREAD = 3.5 * LARGE.length;
const MOST_COMING = 500_000;

let server: FastifyInstance;
let handled: number;
let holding: number;
let release: () => void;
let lines: { readonly level: number; readonly msg: string }[];
let onLine: (() => void) | undefined;
let onStop: (() => void) | undefined;
async function start(limits: typeof PATIENT): Promise<void> {
  handled = 0;
  holding = 0;
  lines = [];
  const released = new Promise<void>((resolve) => (release = resolve));
  const write = (line: string): void => {
    lines.push(JSON.parse(line) as (typeof lines)[0]);
    onLine?.();
  };
  server = createServer({
    logger: pino({ level: 'debug' }, { write }),
    now: () => 0,
    connectionLimits: {
      ...limits,
      connectionsCheckingInterval: 20,
      maxHeaderSize: 2048,
      maxConnections: 3,
      mostOfOneStranger: 2,
      mostUnread: MOST_UNREAD,
      mostComing: MOST_COMING,
    },
  });
  server.post('/', () => {
    handled += 1;
    return 'done';
  });
  server.post('/large', (_request, reply) => {
    handled += 1;
    return reply.type('text/plain').send(LARGE);
  });
  server.post('/held', async () => {
    holding += 1;
    await released;
    return 'done';
  });
  server.addHook('preClose', (done) => {
    done();
    onStop?.();
  });
  await listen(server, 0);
  lines = [];
}
async function stop(): Promise<void> {
  release();
  server.server.closeAllConnections();
  await server.close();
}
beforeEach(() => start(PATIENT));
afterEach(stop);

const RESET = 'reset';
/** Cut off: with an answer, or with a reset of what still came (Node 24 resets at once). */
const CUT_OFF = /^(?:HTTP\/1\.1 408 |reset$)/;

function open(): { socket: Socket; answer: Promise<string> } {
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  // A connection that is cut may end with a reset, which takes along what was not read yet; events.once would reject then.
  socket.on('error', () => (text ||= RESET));
  return { socket, answer: new Promise((resolve) => socket.once('close', () => resolve(text))) };
}

/** Sends a start at once, then a piece again and again until the connection is closed. */
async function trickle(start: string, piece: string): Promise<string> {
  const { socket, answer } = open();
  socket.write(start);
  const timer = setInterval(() => socket.write(piece), 10);
  try {
    return await answer;
  } finally {
    clearInterval(timer);
  }
}

const host = () => `Host: 127.0.0.1:${(server.server.address() as AddressInfo).port}\r\n`;

describe('a slow client', () => {
  beforeEach(async () => {
    await stop();
    await start(SHORT);
  });

  test('slow loris: headers that never end are cut off', async () => {
    expect(await trickle(`POST / HTTP/1.1\r\n${host()}`, 'X-A: b\r\n')).toMatch(CUT_OFF);
    expect(handled).toBe(0);
  });

  test('R-U-Dead-Yet: a body that comes byte by byte is cut off', async () => {
    const head = `POST / HTTP/1.1\r\n${host()}Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n`;
    expect(await trickle(head, '{')).toMatch(CUT_OFF);
    expect(handled).toBe(0);
  });

  test('a connection that says nothing at all is told so in the typed form, and closed', async () => {
    const { answer } = open();
    expectTyped(await answer, 408, 'did not arrive whole in time');
  });
});

test.each([
  [400, 'no HTTP', 'GET / HTTP/9.9\r\n\r\n', 'not HTTP/1.1'],
  [
    431,
    'headers without end',
    `POST / HTTP/1.1\r\nX-A: ${'b'.repeat(4096)}\r\n\r\n`,
    'headers are too large',
  ],
])('%i: %s is refused in the typed form', async (http, _what, bytes, why) => {
  const { socket, answer } = open();
  socket.write(bytes);
  expectTyped(await answer, http, why);
});

function expectTyped(answer: string, http: number, why: string): void {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${http} `));
  expect(head.toLowerCase()).toContain('x-service-time-ms: 0');
  expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}\r\n`);
  expect(JSON.parse(body)).toMatchObject({
    ...{ code: 3, serviceErrorCode: 'REQUEST_INVALID', message: expect.stringContaining(why) as string },
  });
}

describe('a path that cannot be decoded', () => {
  const post = async (host: string) => {
    const { socket, answer } = open();
    socket.write(
      `POST /public/v1/query/%zz HTTP/1.1\r\n${host}Connection: close\r\nContent-Length: 0\r\n\r\n`,
    );
    const [head = '', body = ''] = (await answer).split('\r\n\r\n');
    return { head: head.toLowerCase(), body: JSON.parse(body) as { serviceErrorCode: string } };
  };

  test('gets an error like any other, and the service’s time', async () => {
    const { head, body } = await post(host());
    expect(head).toMatch(/^http\/1\.1 400 /);
    expect(head).toContain('x-service-time-ms: 0');
    expect(body).toMatchObject({ code: 3, serviceErrorCode: 'REQUEST_INVALID', details: [{}] });
  });

  test('attack: for a foreign host, nothing is told of it', async () => {
    const { head, body } = await post('Host: example.com\r\n');
    expect(head).toMatch(/^http\/1\.1 403 /);
    expect(body.serviceErrorCode).toBe('FORBIDDEN');
  });
});

test('header flood: more bytes of headers than the limit are refused', async () => {
  const { socket, answer } = open();
  socket.write(`POST / HTTP/1.1\r\n${host()}X-Long: ${'a'.repeat(4096)}\r\n\r\n`);
  expect(await answer).toMatch(/^HTTP\/1\.1 431 /);
  expect(handled).toBe(0);
});

const request = (path = '/') => `POST ${path} HTTP/1.1\r\n${host()}Content-Length: 0\r\n\r\n`;
const said = async (socket: Socket): Promise<string> => String((await once(socket, 'data'))[0]);
const DONE = /^HTTP\/1\.1 200 /;

/** A turn of the event loop, until `isSo`. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

async function connected(): Promise<ReturnType<typeof open>> {
  const opened = open();
  await once(opened.socket, 'connect');
  return opened;
}

test('connection flood: silent connections make room for a new one, the longest silent first', async () => {
  const silent = [await connected(), await connected(), await connected()];
  const late = open();
  late.socket.write(request());
  expect(await said(late.socket)).toMatch(DONE);
  expect(await silent[0]?.answer).toBe('');
  expect(silent.slice(1).map(({ socket }) => socket.destroyed)).toEqual([false, false]);
});

test('connection flood: one that had its answer is kept before those that say nothing', async () => {
  const known = open();
  known.socket.write(request());
  await said(known.socket);
  const flood = [await connected(), await connected(), await connected(), await connected()];
  expect(await flood[0]?.answer).toBe('');
  known.socket.write(request());
  expect(await said(known.socket)).toMatch(DONE);
});

test('attack: bodies that come byte by byte from many places make room for a new connection, the longest first', async () => {
  const slow = [open(), open(), open()];
  for (const { socket } of slow) {
    const head = once(server.server, 'request');
    socket.write(`POST / HTTP/1.1\r\n${host()}Content-Length: 100000\r\n\r\n{`);
    await head;
  }
  const late = open();
  late.socket.write(request());
  expect(await said(late.socket)).toMatch(DONE);
  expect(await slow[0]?.answer).toMatch(/^(?:reset)?$/);
  expect(slow.slice(1).map(({ socket }) => socket.destroyed)).toEqual([false, false]);
});

test('attack: answers that are never read make room for a new connection, the longest first', async () => {
  const deaf = [await connected(), await connected(), await connected()];
  for (const { socket } of deaf) {
    const before = handled;
    socket.pause();
    socket.write(request('/large'));
    await until(() => handled > before);
  }
  const late = open();
  late.socket.write(request());
  expect(await said(late.socket)).toMatch(DONE);
  await until(() => {
    deaf[0]?.socket.resume();
    return deaf[0]?.socket.destroyed === true;
  });
  expect((await deaf[0]?.answer)?.length).toBeLessThan(LARGE.length);
  for (const { socket, answer } of deaf.slice(1)) {
    expect(socket.destroyed).toBe(false);
    socket.resume();
    socket.end();
    expect((await answer).length).toBeGreaterThan(LARGE.length);
  }
});

test('attack: requests one behind the other, whose answers are never read, fill no memory', async () => {
  const [reading, deaf] = [await connected(), await connected()];
  deaf.socket.pause();
  deaf.socket.write(request('/large').repeat(3));
  await until(() => handled === 3);
  reading.socket.write(request('/large'));
  await until(() => {
    deaf.socket.resume();
    return deaf.socket.destroyed;
  });
  expect((await deaf.answer).length).toBeLessThan(3 * LARGE.length);
  reading.socket.end();
  expect((await reading.answer).length).toBeGreaterThan(LARGE.length);
});

test('attack: bodies that never end fill no memory, and the one that has been coming for longest ends', async () => {
  const slow = [open(), open()];
  for (const { socket } of slow) {
    const head = once(server.server, 'request');
    socket.write(`POST / HTTP/1.1\r\n${host()}Content-Length: 400000\r\n\r\n${'{'.repeat(300_000)}`);
    await head;
  }
  expect(await slow[0]?.answer).toMatch(/^(?:reset)?$/);
  slow[1]?.socket.write(' '.repeat(100_000));
  if (slow[1] !== undefined) expect(await said(slow[1].socket)).toMatch(DONE);
  // What has come is counted no more.
  const { socket } = open();
  socket.write(
    `POST / HTTP/1.1\r\n${host()}Content-Length: 450000\r\nConnection: close\r\n\r\n${' '.repeat(450_000)}`,
  );
  expect(await said(socket)).toMatch(DONE);
});

test('answers that were read count for nothing', async () => {
  const { socket, answer } = open();
  for (let times = 1; times <= 5; times += 1) {
    socket.write(request('/large'));
    await until(() => socket.bytesRead > times * LARGE.length);
  }
  socket.end();
  expect((await answer).length).toBeGreaterThan(5 * LARGE.length);
});

test('connection flood: where all have a request under way, the new one is closed', async () => {
  const busy = [open(), open(), open()];
  for (const { socket } of busy) socket.write(request('/held'));
  await until(() => holding === 3);
  expect(await open().answer).toBe('');
  const answers = busy.map(({ socket }) => said(socket));
  release();
  for (const answer of answers) expect(await answer).toMatch(DONE);
});

test('a request that comes while the service stops is refused in the typed form', async () => {
  const { socket, answer } = open();
  socket.write(request('/held'));
  await until(() => holding === 1);
  const late = request();
  const stopping = new Promise<void>((resolve) => (onStop = resolve));
  const closed = server.close();
  await stopping;
  socket.write(late);
  await new Promise((resolve) => setImmediate(resolve));
  release();
  const text = await answer;
  await closed;
  expect(text).toMatch(DONE);
  expect(text).toMatch(/HTTP\/1\.1 503 [\s\S]*"serviceErrorCode":"INTERNAL"/);
  expect(handled).toBe(0);
});

test('a client that hangs up in the middle of its body is no error of the service', async () => {
  const { socket } = open();
  const line = new Promise<void>((resolve) => (onLine = resolve));
  socket.write(`POST / HTTP/1.1\r\n${host()}Content-Length: 100000\r\n\r\n{`);
  await once(server.server, 'request');
  socket.destroy();
  await line;
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([[20, 'aborted']]);
});

test('what the service runs with ends a slow request within a minute', () => {
  const { headersTimeout, requestTimeout, connectionsCheckingInterval } = CONNECTION_LIMITS;
  expect(headersTimeout + connectionsCheckingInterval).toBeLessThanOrEqual(60_000);
  expect(requestTimeout + connectionsCheckingInterval).toBeLessThanOrEqual(60_000);
  const { headersTimeout: headers, requestTimeout: request, maxHeaderSize } = CONNECTION_LIMITS;
  expect([headers > 0, request > 0, maxHeaderSize > 0]).toEqual([true, true, true]);
});
