import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { KeyRing } from '#service/keys/key-ring.ts';
import { insertRow, replaceRow } from '#service/storage/rows.ts';
import { type Store, openStore } from '#service/storage/store.ts';
import { GroupCommitWriter } from '#service/storage/writer.ts';
import { deleteEndpoint } from '#service/webhooks/deleted-endpoints.ts';
import { Dispatcher } from '#service/webhooks/dispatcher.ts';
import { insertWebhookEvent, replayDeliveries } from '#service/webhooks/store.ts';
import { bodyOfEvent, deadlineOf, nextDeliveries } from '#service/webhooks/delivery-store.ts';
import { type FakeClock, fakeClock } from '../../fixtures/fake-clock.ts';
import { newKeyRing } from '../../fixtures/key-ring.ts';
import { startConnectProxy } from '../../fixtures/network.ts';
import { WebhookReceiver } from '../../fixtures/webhook-receiver.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const organizationId = '11111111-1111-4111-8111-111111111111';
let folder: string;
let store: Store;
let writer: GroupCommitWriter;
let keyRing: KeyRing;
let clock: FakeClock;
let dispatcher: Dispatcher;
let receiver: WebhookReceiver;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-webhooks-'));
  store = await openStore(folder);
  writer = new GroupCommitWriter(store);
  keyRing = await newKeyRing(store);
  clock = fakeClock();
  receiver = await WebhookReceiver.start();
  await insertRow(store, 'organization', { id: organizationId, name: 'Local', created_at: clock.now() });
  dispatcher = newDispatcher();
  await dispatcher.start();
});
afterEach(async () => {
  await dispatcher.stop();
  await writer.settled();
  await store.destroy();
  await receiver.stop();
  rmSync(folder, { recursive: true, force: true });
});

const newDispatcher = (allowPrivate = true, proxy?: URL, wallMs = (): number => clock.now()): Dispatcher =>
  new Dispatcher({
    ...{ store, writer, keyRing, clock: { ...clock, wallMs } },
    random: () => 0.5,
    wire: 'neutral',
    logger: pino({ level: 'silent' }),
    post: { allowPrivate, timeoutMs: 5000, resolve: () => Promise.resolve(['127.0.0.1']), proxy },
  });

const endpointRow = (id: string, url = `${receiver.url}/${id}`, isActive = 1) => ({
  ...{ id, organization_id: organizationId, url, name: id, is_active: isActive, subscriptions: '[]' },
  ...{ created_at: 0, updated_at: 0 },
});
const endpoint = (id: string, url?: string) => insertRow(store, 'webhook_endpoint', endpointRow(id, url));
let count = 0;
/** Puts an event into the outbox of endpoints, as a change of an activity does; gives back its body. */
async function event(endpointIds: readonly string[] = ['a']): Promise<string> {
  const body = JSON.stringify({ n: (count += 1) });
  const now = clock.now();
  const row = { id: `event-${count}`, organization_id: organizationId, event_type: 'ACTIVITY_UPDATES' };
  await writer.write((unit) =>
    insertWebhookEvent(unit, { ...row, body, created_at: now }, endpointIds, deadlineOf(now)),
  );
  await quiet();
  return body;
}
/** Waits until nothing is due. What was written is told to the dispatcher right after the writer's promise. */
async function quiet(): Promise<void> {
  await writer.settled();
  await dispatcher.settled();
}
async function forward(ms: number): Promise<void> {
  clock.forward(ms);
  await quiet();
}
const bodies = (path = '/hooks/a'): string[] =>
  receiver.received.filter(({ url }) => url === path).map(({ body }) => body.toString());
const deliveries = () =>
  store.selectFrom('webhook_delivery').select(['state', 'reason', 'attempts']).orderBy('sequence').execute();
const log = () =>
  store
    .selectFrom('webhook_attempt')
    .selectAll()
    .orderBy('started_at')
    .orderBy('delivery_sequence')
    .execute();
const answerWith = (...statuses: number[]): void => {
  const first = receiver.received.length;
  receiver.answer = (response, n) => {
    const status = statuses[Math.min(n - first, statuses.length - 1)] ?? 200;
    response.writeHead(status).end();
  };
};

test('attack: large events for endpoints that don’t answer: no commit of others reads their bodies', async () => {
  await endpoint('down', 'https://127.0.0.1:1/');
  const body = await event(['down']);
  const waiting = await nextDeliveries(store);
  expect(waiting.map(({ endpointId, attempts }) => [endpointId, attempts])).toEqual([['down', 1]]);
  expect(JSON.stringify(waiting)).not.toContain(JSON.stringify(body));
  expect(waiting[0]).not.toHaveProperty('body');
  expect(await bodyOfEvent(store, waiting[0]?.eventId ?? '')).toBe(body);
  expect(await bodyOfEvent(store, 'none')).toBeUndefined();
});

test('a deleted endpoint is told nothing more, and its deliveries go beside the requests', async () => {
  await insertRow(store, 'webhook_endpoint', endpointRow('a', undefined, 0));
  await endpoint('b');
  for (let at = 0; at < 60; at += 1) await event(['a']);
  await writer.write((unit) => deleteEndpoint(unit, endpointRow('a')));
  await quiet();
  expect(await deliveries()).toEqual([]);
  const left = await store.selectFrom('webhook_endpoint').select('id').execute();
  expect(left).toEqual([{ id: 'b' }]);
  expect(receiver.received).toEqual([]);
});

test('a delivery is logged: when, where to, with which key, and what was answered', async () => {
  await endpoint('a');
  await event();
  expect(await deliveries()).toEqual([{ state: 'delivered', reason: null, attempts: 1 }]);
  expect(await log()).toEqual([
    {
      ...{ delivery_sequence: 1, started_at: clock.now(), duration_ms: 0, url: `${receiver.url}/a` },
      ...{ address: '127.0.0.1', http_status: 204, fault: null },
      key_id: receiver.received[0]?.headers['x-service-signature-key-id'],
    },
  ]);
});

test('5xx: tried again, later each time, with the same event id and a fresh timestamp and signature', async () => {
  await endpoint('a');
  answerWith(500, 503, 599, 200);
  const began = clock.now();
  const body = await event();
  await forward(749);
  expect(receiver.received).toHaveLength(1);
  await forward(1);
  await forward(1499);
  expect(receiver.received).toHaveLength(2);
  await forward(1);
  await forward(3000);
  expect(bodies()).toEqual([body, body, body, body]);
  const seen = (name: string) => receiver.received.map(({ headers }) => headers[name]);
  expect(new Set(seen('x-service-event-id'))).toEqual(new Set(['event-' + String(count)]));
  expect(seen('x-service-timestamp').map(Number)).toEqual(
    [0, 750, 2250, 5250].map((passed) => began + passed),
  );
  expect(new Set(seen('x-service-signature')).size).toBe(4);
  expect(await deliveries()).toEqual([{ state: 'delivered', reason: null, attempts: 4 }]);
  expect((await log()).map((line) => line.http_status)).toEqual([500, 503, 599, 200]);
});

test('a clock that was set back: what waits goes out, and not when the clock is there again', async () => {
  await endpoint('a');
  answerWith(500, 200);
  await event();
  expect(receiver.received).toHaveLength(1);
  clock.sleepThrough(-30 * DAY);
  // As its timer does within a minute: timers follow no clock that is set.
  dispatcher.wake();
  await quiet();
  expect(receiver.received).toHaveLength(2);
  const later = await event();
  expect(bodies().at(-1)).toBe(later);
});

test('what receivers compare with their clocks is the wall clock’s time', async () => {
  await dispatcher.stop();
  const wallMs = clock.now() - DAY;
  dispatcher = newDispatcher(true, undefined, () => wallMs);
  await dispatcher.start();
  await endpoint('a');
  await event();
  expect(receiver.received[0]?.headers['x-service-timestamp']).toBe(String(wallMs));
});

describe('final answers are not tried again', () => {
  test.each([300, 301, 307, 400, 401, 404, 410, 429])('%i', async (status) => {
    await endpoint('a');
    answerWith(status, 200);
    await event();
    await forward(2 * DAY);
    expect(receiver.received).toHaveLength(1);
    expect(await deliveries()).toEqual([{ state: 'dead', reason: `HTTP_${status}`, attempts: 1 }]);
  });

  test('SSRF: a private place, once the service runs without the flag', async () => {
    await dispatcher.stop();
    dispatcher = newDispatcher(false);
    await dispatcher.start();
    await endpoint('a');
    await event();
    expect(receiver.received).toEqual([]);
    expect(await deliveries()).toMatchObject([{ state: 'dead', reason: 'DESTINATION_REFUSED' }]);
    expect(await log()).toMatchObject([{ fault: 'DESTINATION_REFUSED', http_status: null }]);
  });
});

test('a proxy that refuses is logged as such, and asked again later', async () => {
  const proxy = await startConnectProxy();
  proxy.answer = () => 'HTTP/1.1 407 Proxy Authentication Required\r\n\r\n';
  await dispatcher.stop();
  dispatcher = newDispatcher(true, new URL(proxy.url));
  await dispatcher.start();
  await endpoint('a', 'https://hooks.example.com/');
  await event();
  expect(await deliveries()).toMatchObject([{ state: 'pending', reason: null, attempts: 1 }]);
  await forward(750);
  expect(await log()).toMatchObject([
    { fault: 'PROXY_REFUSED', http_status: null, address: '127.0.0.1' },
    { fault: 'PROXY_REFUSED', http_status: null, address: '127.0.0.1' },
  ]);
  expect(proxy.asked.map(({ authority }) => authority)).toEqual(['127.0.0.1:443', '127.0.0.1:443']);
  await proxy.close();
});

test('an endpoint that cannot be reached for a day: given up, and what comes later is delivered', async () => {
  await endpoint('a', 'http://127.0.0.1:1/');
  await event();
  for (let hour = 0; hour < 24 * 12; hour += 1) await forward(5 * MINUTE);
  const [given] = await deliveries();
  expect(given).toMatchObject({ state: 'dead', reason: 'DEADLINE' });
  expect(given?.attempts).toBeGreaterThan(100);
  expect(new Set((await log()).map(({ fault }) => fault))).toEqual(new Set(['CONNECTION_FAILED']));
  await replaceRow(store, 'webhook_endpoint', endpointRow('a'));
  const body = await event();
  expect(bodies()).toEqual([body]);
});

describe('order', () => {
  test('an endpoint gets nothing before what came before it was taken', async () => {
    await endpoint('a');
    answerWith(500, 200);
    const sent = [await event(), await event(), await event()];
    expect(bodies()).toEqual([sent[0]]);
    await forward(MINUTE);
    expect(bodies()).toEqual([sent[0], ...sent]);
  });

  test('one that fails does not hold up another', async () => {
    await endpoint('a', 'http://127.0.0.1:1/');
    await endpoint('b');
    const sent = [await event(['a', 'b']), await event(['a', 'b'])];
    expect(bodies('/hooks/b')).toEqual(sent);
  });

  test('more endpoints than places: all are served', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `e${index}`);
    for (const id of ids) await endpoint(id);
    await event(ids);
    expect(new Set(receiver.received.map(({ url }) => url)).size).toBe(40);
  });
});

describe('dead letters', () => {
  test('replayed: they go out again in order, before what is new, under their old event ids', async () => {
    await endpoint('a');
    answerWith(404);
    const sent = [await event(), await event()];
    answerWith(200);
    const times = { now: clock.now(), deadlineAt: deadlineOf(clock.now()) };
    await writer.write((unit) => replayDeliveries(unit, 'a', times));
    sent.push(await event());
    expect(bodies().slice(2)).toEqual(sent);
    const ids = receiver.received.map(({ headers }) => headers['x-service-event-id']);
    expect(ids.slice(0, 2)).toEqual(ids.slice(2, 4));
    expect(await deliveries()).toMatchObject(sent.map(() => ({ state: 'delivered' })));
  });

  test('a replay of one endpoint leaves another alone, and what was delivered', async () => {
    await endpoint('a');
    await endpoint('b');
    await event(['a']);
    answerWith(404);
    await event(['b']);
    answerWith(200);
    const times = { now: clock.now(), deadlineAt: deadlineOf(clock.now()) };
    await writer.write((unit) => replayDeliveries(unit, 'a', times));
    await quiet();
    expect(receiver.received).toHaveLength(2);
  });
});

test('a paused endpoint keeps what waits, and gets it when it is active again', async () => {
  await endpoint('a');
  answerWith(500);
  const body = await event();
  answerWith(200);
  await writer.write((unit) => replaceRow(unit, 'webhook_endpoint', endpointRow('a', undefined, 0)));
  await forward(MINUTE);
  expect(bodies()).toEqual([body]);
  await writer.write((unit) => replaceRow(unit, 'webhook_endpoint', endpointRow('a')));
  await quiet();
  expect(bodies()).toEqual([body, body]);
});

describe('a crash', () => {
  test('between the delivery and its record: it is delivered again, under the same event id', async () => {
    await endpoint('a');
    receiver.answer = () => undefined;
    const sending = event();
    await receiver.waitFor(1);
    // The attempt is cut off before it is recorded, as when the process is killed.
    await dispatcher.stop();
    await sending;
    expect(await deliveries()).toEqual([{ state: 'pending', reason: null, attempts: 0 }]);
    answerWith(200);
    dispatcher = newDispatcher();
    await dispatcher.start();
    await quiet();
    expect(receiver.received).toHaveLength(2);
    const ids = receiver.received.map(({ headers }) => headers['x-service-event-id']);
    expect(ids[0]).toBe(ids[1]);
  });

  test('an event is not kept when the change that it tells of is not', async () => {
    await endpoint('a');
    const row = { id: 'lost', organization_id: organizationId, event_type: 'ACTIVITY_UPDATES', body: '{}' };
    const failing = writer.write(async (unit) => {
      await insertWebhookEvent(unit, { ...row, created_at: 0 }, ['a'], 1);
      throw new Error('the change failed');
    });
    await expect(failing).rejects.toThrow('the change failed');
    await quiet();
    expect([receiver.received, await deliveries()]).toEqual([[], []]);
  });
});

test('what was delivered is forgotten after a week, dead letters after a month, with event and log', async () => {
  await endpoint('a');
  await event();
  answerWith(404);
  await event();
  const left = async () => [
    (await deliveries()).map(({ state }) => state),
    (await store.selectFrom('webhook_event').select('id').execute()).length,
    (await log()).length,
  ];
  await forward(7 * DAY);
  expect(await left()).toEqual([['delivered', 'dead'], 2, 2]);
  await forward(61 * MINUTE);
  expect(await left()).toEqual([['dead'], 1, 1]);
  await forward(23 * DAY);
  expect(await left()).toEqual([[], 0, 0]);
});
