import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PostgresListener, type ListenerWaits } from '#storage/postgres/listener.ts';
import { noPostgres, PostgresServer } from '#test/fixtures/postgres-server.ts';
import { swallowingNetwork } from './swallowing-network.ts';

const WAITS: ListenerWaits = { firstMs: 20, longestMs: 200, askEveryMs: 60_000, answerMs: 10_000 };
const PATIENCE = { timeout: 30_000 };

describe.skipIf(noPostgres !== undefined)(`a listener on a PostgreSQL ${noPostgres ?? ''}`, () => {
  let server: PostgresServer;
  let url: string;
  let listener: PostgresListener | undefined;

  beforeAll(async () => {
    server = await PostgresServer.start();
    url = await server.makeDatabase();
  });
  afterEach(() => listener?.stop());
  afterAll(() => server.stop());

  function listen(to = url, waits: Partial<ListenerWaits> = {}) {
    const seen = { heard: [] as string[], listening: 0, lost: [] as boolean[] };
    listener = new PostgresListener(to, {
      channel: 'a "channel"',
      waits: { ...WAITS, ...waits },
      onHeard: (payload) => void seen.heard.push(payload),
      onListening: () => void (seen.listening += 1),
      onLost: (_, isForGood) => void seen.lost.push(isForGood),
    });
    listener.start();
    return seen;
  }
  const say = (text: string) => server.ask('made_1', `SELECT pg_notify('a "channel"', '${text}')`);
  const listeners = `pg_stat_activity WHERE application_name = 'keyops-service listener'`;

  it('hears what is said from then on, and nothing after it was stopped', async () => {
    const seen = listen();
    await expect.poll(() => seen.listening, PATIENCE).toBe(1);
    await say('one');
    await say('two');
    await expect.poll(() => seen.heard, PATIENCE).toEqual(['one', 'two']);
    await listener?.stop();
    await say('three');
    await expect.poll(() => server.ask('made_1', `SELECT 1 FROM ${listeners}`), PATIENCE).toEqual([]);
    expect([seen.heard, seen.lost]).toEqual([['one', 'two'], []]);
  });

  it('attack: its connection is cut again and again: it notices, and listens again each time', async () => {
    const seen = listen();
    for (let time = 1; time <= 3; time += 1) {
      await expect.poll(() => [seen.listening, listener?.isListening], PATIENCE).toEqual([time, true]);
      await server.ask('made_1', `SELECT pg_terminate_backend(pid) FROM ${listeners}`);
      await expect.poll(() => seen.lost.length, PATIENCE).toBe(time);
    }
    await expect.poll(() => seen.listening, PATIENCE).toBe(4);
    await say('still there');
    await expect.poll(() => seen.heard, PATIENCE).toEqual(['still there']);
    expect(seen.lost).toEqual([false, false, false]);
  });

  it('a server that is away and comes back is listened to again', async () => {
    const seen = listen();
    await expect.poll(() => seen.listening, PATIENCE).toBe(1);
    await server.kill();
    await expect.poll(() => seen.lost.length, PATIENCE).toBeGreaterThan(2);
    expect(listener?.isListening).toBe(false);
    await server.run();
    await expect.poll(() => seen.listening, PATIENCE).toBe(2);
  });

  it('attack: a network that swallows everything is noticed, though nobody ends the connection', async () => {
    const network = await swallowingNetwork(url);
    const seen = listen(network.url, { askEveryMs: 50, answerMs: 2000 });
    await expect.poll(() => seen.listening, PATIENCE).toBe(1);
    network.isOpen = false;
    await expect.poll(() => seen.lost.length, PATIENCE).toBeGreaterThan(0);
    network.isOpen = true;
    await expect.poll(() => seen.listening, PATIENCE).toBeGreaterThan(1);
    await listener?.stop();
    await network.stop();
  });

  it('attack: a network that swallows everything holds up no stop', async () => {
    const network = await swallowingNetwork(url);
    const seen = listen(network.url, { answerMs: 2000 });
    await expect.poll(() => seen.listening, PATIENCE).toBe(1);
    network.isOpen = false;
    await listener?.stop();
    expect(seen.lost).toEqual([]);
    await network.stop();
  });

  it('is stopped while it connects, or waits to', async () => {
    const seen = listen();
    await listener?.stop();
    const away = listen('postgres://nobody@127.0.0.1:1/none');
    await expect.poll(() => away.lost.length, PATIENCE).toBeGreaterThan(0);
    await listener?.stop();
    const { length } = away.lost;
    await say('nothing');
    expect([seen.heard, away.lost.length]).toEqual([[], length]);
  });
});
