import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SwapFeeRelay } from '#service/features/earn/swap-fee-relay.ts';
import type { KeyRing } from '#service/keys/key-ring.ts';
import { type PeerNotices, createPeerNotices } from '#service/storage/peer-notices.ts';
import { openPostgresStore } from '#service/storage/postgres-store.ts';
import { RowLockWriter } from '#service/storage/row-lock-writer.ts';
import { insertRow } from '#service/storage/rows.ts';
import type { Store } from '#service/storage/store.ts';
import { deadlineOf } from '#service/webhooks/delivery-store.ts';
import { Dispatcher } from '#service/webhooks/dispatcher.ts';
import { insertWebhookEvent } from '#service/webhooks/store.ts';
import { type FakeClock, fakeClock } from '../../fixtures/fake-clock.ts';
import { newKeyRing } from '../../fixtures/key-ring.ts';
import { noPostgres, PostgresServer } from '../../fixtures/postgres-server.ts';
import { WebhookReceiver } from '../../fixtures/webhook-receiver.ts';

const organizationId = '11111111-1111-4111-8111-111111111111';
const PATIENCE = { timeout: 30_000 };
const logger = pino({ level: 'silent' });
const keyRings = new Map<string, KeyRing>();

/** What one process has of its own. Its clock stands still: whatever it does by the clock alone it never does. */
class Process {
  readonly clock: FakeClock = fakeClock();
  readonly writer: RowLockWriter;
  readonly notices: PeerNotices;
  readonly dispatcher: Dispatcher;
  readonly relay: SwapFeeRelay;
  readonly store: Store;
  heard = 0;

  private constructor(store: Store, url: string, keyRing: KeyRing) {
    this.store = store;
    this.writer = new RowLockWriter(store);
    this.notices = createPeerNotices(store, url, { logger, waits: { firstMs: 20 } });
    this.notices.onHeard(() => void (this.heard += 1));
    const { clock, writer, notices } = this;
    this.dispatcher = new Dispatcher({
      ...{ store, writer, keyRing, clock, notices, logger },
      ...{ random: () => 0.5, wire: 'neutral' },
      post: { allowPrivate: true, timeoutMs: 5000, resolve: () => Promise.resolve(['127.0.0.1']) },
    });
    this.relay = new SwapFeeRelay({ store, writer, clock, notices, logger });
  }

  static async open(url: string): Promise<Process> {
    const store = await openPostgresStore(url);
    const keyRing = keyRings.get(url) ?? (await newKeyRing(store));
    keyRings.set(url, keyRing);
    const process = new Process(store, url, keyRing);
    await expect.poll(() => process.notices.isListening, PATIENCE).toBe(true);
    return process;
  }

  async close(): Promise<void> {
    await this.dispatcher.stop();
    await this.relay.stop();
    await this.writer.settled();
    await this.notices.stop();
    await this.store.destroy();
  }
}

describe.skipIf(noPostgres !== undefined)(`processes that tell each other ${noPostgres ?? ''}`, () => {
  let server: PostgresServer;
  let receiver: WebhookReceiver;
  let first: Process;
  let second: Process;
  let made = 0;

  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    receiver = await WebhookReceiver.start();
    const url = await server.makeDatabase();
    made += 1;
    [first, second] = [await Process.open(url), await Process.open(url)];
    await insertRow(first.store, 'organization', { id: organizationId, name: 'Local', created_at: 1 });
    await insertRow(first.store, 'webhook_endpoint', {
      ...{ id: 'a', organization_id: organizationId, url: `${receiver.url}/a`, name: 'a', is_active: 1 },
      ...{ subscriptions: '[]', created_at: 0, updated_at: 0 },
    });
  });
  afterEach(async () => {
    await Promise.all([first.close(), second.close()]);
    await receiver.stop();
  });

  const event = (id: string): Promise<void> =>
    first.writer.write(
      (unit) =>
        insertWebhookEvent(
          unit,
          {
            ...{ id, organization_id: organizationId, event_type: 'ACTIVITY_UPDATES', body: '{}' },
            created_at: first.clock.now(),
          },
          ['a'],
          deadlineOf(first.clock.now()),
        ),
      { organizationId, effect: 'adds' },
    );

  it('deliver what another has committed that is about to end', async () => {
    // The first one has the event before the other looks: an attempt of the other's own ends by the clock alone.
    await first.dispatcher.start();
    receiver.answer = () => undefined;
    await event('held up');
    await receiver.waitFor(1);
    await second.dispatcher.start();
    await second.dispatcher.settled();
    // Its own attempt is given up half a second after the signal; the other one begins without a clock.
    receiver.answer = (response) => void response.writeHead(204).end();
    await first.dispatcher.stop();
    const received = await receiver.waitFor(2);
    expect(received.map(({ headers }) => headers['x-service-event-id'])).toEqual(['held up', 'held up']);
  });

  it('attack: the connections that listen are cut: what was said meanwhile is looked for', async () => {
    await second.dispatcher.start();
    // Its first look is over: what follows it finds because it was told to look, or not at all.
    await second.dispatcher.settled();
    const heard = second.heard;
    // Nobody has told of it: the process that wrote it is gone.
    await event('not told');
    await server.ask(
      `made_${made}`,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'keyops-service listener'
       AND datname = current_database()`,
    );
    await receiver.waitFor(1);
    expect(second.heard).toBeGreaterThan(heard);
  });

  it('are told once of many commits, and nobody hears itself', async () => {
    await first.dispatcher.start();
    await expect.poll(() => [first.heard, second.heard], PATIENCE).toEqual([1, 1]);
    const began = performance.now();
    for (let n = 0; n < 20; n += 1) await event(`event ${n}`);
    await receiver.waitFor(20);
    await expect.poll(() => second.heard, PATIENCE).toBeGreaterThan(1);
    // Once in a quarter of a second at most, beside what it had begun to hear before.
    const { heard } = second;
    expect(heard).toBeLessThanOrEqual(2 + (performance.now() - began) / 245);
    expect(first.heard).toBe(1);
  });

  it('settle a claim of swap fees within a second of hearing of it', async () => {
    second.relay.start();
    await second.relay.settled();
    const claims = () => server.ask(`made_${made}`, 'SELECT status FROM swap_fee_claim');
    await first.writer.write((unit) =>
      insertRow(unit, 'swap_fee_claim', {
        ...{ id: 'c', organization_id: organizationId, requested_by: 'x', status: 'PENDING', failure: null },
        ...{ created_at: 1, updated_at: 1 },
      }),
    );
    const { heard } = second;
    await first.notices.tellNow();
    await expect.poll(() => second.heard, PATIENCE).toBeGreaterThan(heard);
    second.clock.forward(1000);
    await expect.poll(claims, PATIENCE).toEqual([{ status: 'FAILED' }]);
  });
});
