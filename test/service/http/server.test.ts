import { once } from 'node:events';
import { type AddressInfo, type Socket, connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CONNECTION_LIMITS, createServer, listen } from '#service/http/server.ts';

let server: FastifyInstance;
let handled: number;
beforeEach(async () => {
  handled = 0;
  server = createServer({
    logger: pino({ level: 'silent' }),
    now: () => 0,
    connectionLimits: {
      headersTimeout: 150,
      requestTimeout: 300,
      connectionsCheckingInterval: 20,
      maxHeaderSize: 2048,
      maxConnections: 3,
    },
  });
  server.post('/', () => {
    handled += 1;
    return 'done';
  });
  await listen(server, 0);
});
afterEach(async () => {
  server.server.closeAllConnections();
  await server.close();
});

function open(): { socket: Socket; answer: Promise<string> } {
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  // A connection that is cut may end with a reset.
  socket.on('error', () => undefined);
  return { socket, answer: once(socket, 'close').then(() => text) };
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

test('slow loris: headers that never end are cut off', async () => {
  expect(await trickle(`POST / HTTP/1.1\r\n${host()}`, 'X-A: b\r\n')).toMatch(/^HTTP\/1\.1 408 /);
  expect(handled).toBe(0);
});

test('R-U-Dead-Yet: a body that comes byte by byte is cut off', async () => {
  const start = `POST / HTTP/1.1\r\n${host()}Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n`;
  expect(await trickle(start, '{')).toMatch(/^HTTP\/1\.1 408 /);
  expect(handled).toBe(0);
});

test('a connection that says nothing at all is closed', async () => {
  const { answer } = open();
  expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
});

test('header flood: more bytes of headers than the limit are refused', async () => {
  const { socket, answer } = open();
  socket.write(`POST / HTTP/1.1\r\n${host()}X-Long: ${'a'.repeat(4096)}\r\n\r\n`);
  expect(await answer).toMatch(/^HTTP\/1\.1 431 /);
  expect(handled).toBe(0);
});

test('connection flood: more connections than the limit are closed, the earlier ones are served', async () => {
  const first = open();
  await once(first.socket, 'connect');
  const idle = [open(), open()];
  await Promise.all(idle.map(({ socket }) => once(socket, 'connect')));
  expect(await open().answer).toBe('');
  first.socket.write(`POST / HTTP/1.1\r\n${host()}Connection: close\r\nContent-Length: 0\r\n\r\n`);
  expect(await first.answer).toMatch(/^HTTP\/1\.1 200 /);
  for (const { socket } of idle) socket.destroy();
});

test('what the service runs with ends a slow request within a minute', () => {
  const { headersTimeout, requestTimeout, connectionsCheckingInterval } = CONNECTION_LIMITS;
  expect(headersTimeout + connectionsCheckingInterval).toBeLessThanOrEqual(60_000);
  expect(requestTimeout + connectionsCheckingInterval).toBeLessThanOrEqual(60_000);
  const { headersTimeout: headers, requestTimeout: request, maxHeaderSize } = CONNECTION_LIMITS;
  expect([headers > 0, request > 0, maxHeaderSize > 0]).toEqual([true, true, true]);
});
