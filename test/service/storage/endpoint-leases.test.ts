import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { KeyRing } from '#service/keys/key-ring.ts';
import { openPostgresStore } from '#service/storage/postgres-store.ts';
import { RowLockWriter } from '#service/storage/row-lock-writer.ts';
import { insertRow } from '#service/storage/rows.ts';
import type { Store } from '#service/storage/store.ts';
import { deadlineOf } from '#service/webhooks/delivery-store.ts';
import { Dispatcher } from '#service/webhooks/dispatcher.ts';
import { EndpointLeases, LEASE_MS, pruneLeases, releaseLease } from '#service/storage/endpoint-leases.ts';
import { KEY_LIFETIME_MS } from '#service/webhooks/signing-keys.ts';
import { insertWebhookEvent, webhookKeyRows } from '#service/webhooks/store.ts';
import { type FakeClock, fakeClock } from '../../fixtures/fake-clock.ts';
import { newKeyRing } from '../../fixtures/key-ring.ts';
import { noPostgres, PostgresServer } from '../../fixtures/postgres-server.ts';
import { WebhookReceiver } from '../../fixtures/webhook-receiver.ts';

const organizationId = '11111111-1111-4111-8111-111111111111';
/** By the address of a database: all its processes have the same keys. */
const keyRings = new Map<string, KeyRing>();

/** What one process has of its own: connections, a writer, a clock, a dispatcher. */
class Process {
  readonly clock: FakeClock = fakeClock();
  readonly store: Store;
  readonly writer: RowLockWriter;
  readonly dispatcher: Dispatcher;

  private constructor(store: Store, keyRing: KeyRing) {
    this.store = store;
    this.writer = new RowLockWriter(store);
    this.dispatcher = new Dispatcher({
      ...{ store, writer: this.writer, keyRing, clock: this.clock },
      ...{ random: () => 0.5, wire: 'neutral', logger: pino({ level: 'silent' }) },
      post: { allowPrivate: true, timeoutMs: 5000, resolve: () => Promise.resolve(['127.0.0.1']) },
    });
  }

  static async open(url: string): Promise<Process> {
    const store = await openPostgresStore(url);
    const keyRing = keyRings.get(url) ?? (await newKeyRing(store));
    keyRings.set(url, keyRing);
    return new Process(store, keyRing);
  }

  async quiet(): Promise<void> {
    await this.writer.settled();
    await this.dispatcher.settled();
  }

  async close(): Promise<void> {
    await this.dispatcher.stop();
    await this.writer.settled();
    await this.store.destroy();
  }
}

describe.skipIf(noPostgres !== undefined)(`dispatchers on one PostgreSQL ${noPostgres ?? ''}`, () => {
  let server: PostgresServer;
  let receiver: WebhookReceiver;
  let url: string;
  let first: Process;
  let second: Process;
  let count = 0;

  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    receiver = await WebhookReceiver.start();
    url = await server.makeDatabase();
    [first, second] = [await Process.open(url), await Process.open(url)];
    await insertRow(first.store, 'organization', { id: organizationId, name: 'Local', created_at: 1 });
    for (const id of ['a', 'b', 'c'])
      await insertRow(first.store, 'webhook_endpoint', {
        ...{ id, organization_id: organizationId, url: `${receiver.url}/${id}`, name: id, is_active: 1 },
        ...{ subscriptions: '[]', created_at: 0, updated_at: 0 },
      });
  });
  afterEach(async () => {
    await Promise.all([first.close(), second.close()]);
    await receiver.stop();
  });

  async function event(by: Process, endpointIds: readonly string[]): Promise<void> {
    count += 1;
    const row = { id: `event-${count}`, organization_id: organizationId, event_type: 'ACTIVITY_UPDATES' };
    const [body, created_at] = [JSON.stringify({ n: count }), by.clock.now()];
    await by.writer.write(
      (unit) =>
        insertWebhookEvent(unit, { ...row, body, created_at }, endpointIds, deadlineOf(by.clock.now())),
      { organizationId, effect: 'adds' },
    );
  }
  const quiet = async (): Promise<void> => {
    // What one releases the other may take up.
    for (let time = 0; time < 2; time += 1) for (const each of [first, second]) await each.quiet();
  };
  const eventsAt = (path: string): string[] =>
    receiver.received
      .filter((each) => each.url === `/hooks/${path}`)
      .map(({ headers }) => String(headers['x-service-event-id']));
  const leases = () => first.store.selectFrom('webhook_lease').selectAll().execute();
  const deliveries = () =>
    first.store
      .selectFrom('webhook_delivery')
      .innerJoin('webhook_event', 'webhook_event.id', 'event_id')
      .select(['endpoint_id', 'event_id', 'state', 'attempts'])
      .orderBy('sequence')
      .execute();

  it('deliver each event once to each endpoint, in order', async () => {
    await Promise.all([first.dispatcher.start(), second.dispatcher.start()]);
    for (let round = 0; round < 40; round += 1)
      await Promise.all([event(first, ['a', 'b', 'c']), event(second, ['a', 'b', 'c'])]);
    await receiver.waitFor(3 * 80);
    await quiet();
    const made = await deliveries();
    expect(new Set(made.map(({ state, attempts }) => `${state} ${attempts}`))).toEqual(
      new Set(['delivered 1']),
    );
    for (const path of ['a', 'b', 'c']) {
      expect(eventsAt(path)).toHaveLength(80);
      expect(new Set(eventsAt(path)).size).toBe(80);
      // Two that were written at the same time have no order; what came after both comes after both.
      const rounds = eventsAt(path).map((id) => Math.floor((Number(id.slice(6)) - 1) / 2));
      expect(rounds).toEqual([...rounds].sort((a, b) => a - b));
    }
    expect(await leases()).toEqual([]);
  });

  it('take over what a process had that was killed, after its lease stood unchanged', async () => {
    const holder = 'a process that is gone';
    await first.store.insertInto('webhook_lease').values({ endpoint_id: 'a', holder }).execute();
    await event(first, ['a', 'b']);
    await second.dispatcher.start();
    await second.quiet();
    expect([eventsAt('a').length, eventsAt('b').length]).toEqual([0, 1]);
    second.clock.forward(LEASE_MS - 1);
    second.dispatcher.wake();
    await second.quiet();
    expect(eventsAt('a')).toHaveLength(0);
    second.clock.forward(1);
    second.dispatcher.wake();
    await second.quiet();
    expect(eventsAt('a')).toHaveLength(1);
    expect(await leases()).toEqual([]);
  });

  it('count no attempt of a process that was thought to be gone', async () => {
    let answerLate: () => void = () => undefined;
    receiver.answer = (response, n) => {
      if (n === 0) answerLate = () => void response.writeHead(500).end();
      else response.writeHead(204).end();
    };
    await first.dispatcher.start();
    await event(first, ['a']);
    await receiver.waitFor(1);
    await second.dispatcher.start();
    await second.quiet();
    second.clock.forward(LEASE_MS);
    await receiver.waitFor(2);
    await second.quiet();
    answerLate();
    await quiet();
    expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }]);
    const attempts = await first.store.selectFrom('webhook_attempt').select('http_status').execute();
    expect(attempts).toEqual([{ http_status: 204 }]);
    expect(await leases()).toEqual([]);
  });

  it('attack: a clock that is far ahead takes no lease from a process that works', async () => {
    const working = new EndpointLeases(first.store, () => first.clock.now());
    const ahead = new EndpointLeases(second.store, () => second.clock.now());
    second.clock.forward(KEY_LIFETIME_MS);
    for (let turn = 0; turn < 5; turn += 1) {
      const lease = await working.take('a');
      expect(await ahead.take('a')).toBeUndefined();
      second.clock.forward(LEASE_MS);
      expect(await releaseLease(first.store, 'a', lease ?? '')).toBe(true);
    }
    // It was seen with five holders, none of them for long enough.
    await working.take('a');
    expect(await ahead.take('a')).toBeUndefined();
  });

  it('attack: of two that take over at once, one does', async () => {
    await first.store.insertInto('webhook_lease').values({ endpoint_id: 'a', holder: 'gone' }).execute();
    const both = [first, second].map(({ store, clock }) => new EndpointLeases(store, () => clock.now()));
    for (const each of both) await each.take('a');
    for (const { clock } of [first, second]) clock.forward(LEASE_MS);
    const taken = await Promise.all(both.map((each) => each.take('a')));
    expect(taken.filter((lease) => lease !== undefined)).toHaveLength(1);
  });

  it('give no lease on an endpoint that is gone, and forget those that stood', async () => {
    const taking = new EndpointLeases(first.store, () => first.clock.now());
    expect(await taking.take('nowhere')).toBeUndefined();
    await first.store.insertInto('webhook_lease').values({ endpoint_id: 'gone', holder: 'x' }).execute();
    await taking.take('a');
    await pruneLeases(first.store);
    expect((await leases()).map(({ endpoint_id }) => endpoint_id)).toEqual(['a']);
  });

  it('turn the signing key once', async () => {
    await Promise.all([first.dispatcher.start(), second.dispatcher.start()]);
    expect(await webhookKeyRows(first.store)).toHaveLength(1);
    for (const { clock } of [first, second]) clock.forward(KEY_LIFETIME_MS);
    await quiet();
    expect(await webhookKeyRows(first.store)).toHaveLength(2);
  });
});
