import { once } from 'node:events';
import { type AddressInfo, Server, type Socket, connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { RequestPacer } from '#service/http/request-pacer.ts';
import { createServer, listen } from '#service/http/server.ts';

/** A pacer, and what it started, by number. */
function paced() {
  const pacer = new RequestPacer();
  const server = new Server();
  pacer.watch(server);
  const started: number[] = [];
  return {
    started,
    arrive: () => server.emit('connection'),
    send: (...requests: number[]) => {
      for (const request of requests) pacer.start(() => started.push(request));
    },
  };
}

test('starts requests at once while no connection arrives', () => {
  const { started, send } = paced();
  send(1, 2, 3, 4, 5, 6);
  expect(started).toEqual([1, 2, 3, 4, 5, 6]);
});

test('starts four requests a turn while connections arrive, in their order, and the rest in the first turn without one', async () => {
  const { started, arrive, send } = paced();
  arrive();
  send(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
  expect(started).toEqual([]);
  await setImmediate();
  expect(started).toEqual([1, 2, 3, 4]);
  arrive();
  send(12, 13);
  await setImmediate();
  expect(started).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  await setImmediate();
  expect(started).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
  send(14);
  expect(started.at(-1)).toBe(14);
});

test('request flood: what connections send before they have an answer does not pile up', async () => {
  const { started, arrive, send } = paced();
  arrive();
  const all = Array.from({ length: 5_000 }, (_, index) => index);
  send(...all);
  expect(started).toEqual(all.slice(0, 5_000 - 1_024));
  await setImmediate();
  await setImmediate();
  expect(started).toEqual(all);
});

const BUSY = 60;
const request = (port: number): string =>
  `POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 0\r\n\r\n`;

/** Opens a connection that sends its next request as soon as it has the answer to the last. */
function keepBusy(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('connect', () => socket.write(request(port)));
  socket.on('data', () => socket.write(request(port)));
  return socket;
}

test('request flood: connections that always have a request keep no new one out', async () => {
  let answered = 0;
  const server = createServer({
    ...{ logger: pino({ level: 'silent' }), now: () => 0, pacer: new RequestPacer() },
  });
  server.post('/', () => {
    answered += 1;
    return 'done';
  });
  await listen(server, 0);
  const { port } = server.server.address() as AddressInfo;
  const busy = Array.from({ length: BUSY }, () => keepBusy(port));
  try {
    const honest = connect(port, '127.0.0.1');
    busy.push(honest);
    honest.write(request(port));
    const [answer] = (await once(honest, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /);
    // One turn for each connection before it: with all their requests in each turn that would be about 60 * 60 / 2.
    expect(answered).toBeLessThan(BUSY * 8);
  } finally {
    for (const socket of busy) socket.destroy();
    await server.close();
  }
});

test('logs no error when a client hangs up while its request waits', async () => {
  const lines: { readonly level: number }[] = [];
  const pacer = new RequestPacer();
  const server = createServer({
    logger: pino(
      { level: 'info' },
      { write: (line: string) => lines.push(JSON.parse(line) as (typeof lines)[0]) },
    ),
    now: () => 0,
    pacer,
  });
  server.post('/', () => 'done');
  await listen(server, 0);
  lines.length = 0;
  const { port } = server.server.address() as AddressInfo;
  const isGone = new Promise((resolve) =>
    server.server.once('connection', (socket: Socket) => socket.once('close', resolve)),
  );
  const socket = connect(port, '127.0.0.1');
  const starting = new Promise<() => void>((resolve) => vi.spyOn(pacer, 'start').mockImplementation(resolve));
  socket.write(request(port));
  const start = await starting;
  socket.destroy();
  await isGone;
  start();
  await setImmediate();
  await server.close();
  expect(lines.filter(({ level }) => level >= 40)).toEqual([]);
});
