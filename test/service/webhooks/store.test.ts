import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { insertRow } from '#service/storage/rows.ts';
import { type Store, openStore } from '#service/storage/store.ts';
import { GroupCommitWriter, type Writer } from '#service/storage/writer.ts';
import { deadlineOf, waitAfter } from '#service/webhooks/delivery-store.ts';
import { insertWebhookEvent, pruneDeliveries } from '#service/webhooks/store.ts';

test('the wait doubles from a second to ten minutes', () => {
  const longest = [1, 2, 3, 4, 10, 11, 12, 2000].map((attempts) => waitAfter(attempts, 1));
  expect(longest).toEqual([1000, 2000, 4000, 8000, 512_000, 600_000, 600_000, 600_000]);
});

test('jitter takes off up to a half', () => {
  expect([waitAfter(4, 0), waitAfter(4, 0.5)]).toEqual([4000, 6000]);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (n, random) => {
        const wait = waitAfter(n, random);
        expect(wait).toBeGreaterThanOrEqual(waitAfter(n, 0));
        expect(wait).toBeLessThanOrEqual(waitAfter(n, 1));
      },
    ),
  );
});

test('a delivery is given up after a day', () => {
  expect(deadlineOf(5)).toBe(86_400_005);
});

describe('forgetting what was settled long ago', () => {
  const organizationId = '11111111-1111-4111-8111-111111111111';
  const before = { delivered: 1_000, dead: 1_000 };
  let folder: string;
  let store: Store;
  let writer: GroupCommitWriter;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'keyops-webhooks-'));
    store = await openStore(folder);
    writer = new GroupCommitWriter(store);
    await insertRow(store, 'organization', { id: organizationId, name: 'Local', created_at: 0 });
    for (const id of ['a', 'b'])
      await insertRow(store, 'webhook_endpoint', {
        ...{ id, organization_id: organizationId, url: 'https://hooks.example/', name: id, is_active: 1 },
        ...{ subscriptions: '[]', created_at: 0, updated_at: 0 },
      });
    await store.transaction().execute(async (unit) => {
      for (let number = 0; number < 400; number += 1) {
        const event = { id: `event-${String(number).padStart(3, '0')}`, organization_id: organizationId };
        const row = { ...event, event_type: 'ACTIVITY_UPDATES', body: '{}', created_at: 0 };
        await insertWebhookEvent(unit, row, ['a', 'b'], 1);
      }
      const set = unit.updateTable('webhook_delivery').set({ state: 'delivered', settled_at: 5 });
      await set.where('endpoint_id', '=', 'a').execute();
      // Of the second endpoint, a hundred wait yet; those events stay.
      await set.set({ state: 'dead' }).where('endpoint_id', '=', 'b').where('sequence', '>', 200).execute();
    });
  });
  afterEach(async () => {
    await store.destroy();
    rmSync(folder, { recursive: true, force: true });
  });
  const left = async () => {
    const deliveries = await store.selectFrom('webhook_delivery').select('state').execute();
    const events = await store.selectFrom('webhook_event').select('id').execute();
    return [deliveries.length, events.length];
  };
  /** Counts the rows that each unit takes away. */
  const watched = (taken: number[]): Writer => ({
    write: (work) =>
      writer.write(async (unit) => {
        const rows = async () => {
          const { found } = await unit
            .selectNoFrom((row) => [
              row.selectFrom('webhook_delivery').select(row.fn.countAll<number>().as('found')).as('found'),
            ])
            .executeTakeFirstOrThrow();
          return found ?? 0;
        };
        const [had, done] = [await rows(), await work(unit)];
        taken.push(had - (await rows()));
        return done;
      }),
    onCommit: (listener) => writer.onCommit(listener),
    settled: () => writer.settled(),
  });

  test('attack: hundreds of thousands of old deliveries do not keep a request waiting: few go at once', async () => {
    const taken: number[] = [];
    await pruneDeliveries(store, watched(taken), before, () => true);
    expect(await left()).toEqual([100, 100]);
    expect(Math.max(...taken)).toBeLessThanOrEqual(50);
  });

  test('the service ends between two parts: what is left is forgotten later', async () => {
    let parts = 0;
    await pruneDeliveries(store, writer, before, () => (parts += 1) <= 3);
    expect(await left()).toEqual([650, 400]);
    parts = -20;
    await pruneDeliveries(store, writer, before, () => (parts += 1) <= 0);
    await pruneDeliveries(store, writer, before, () => true);
    expect(await left()).toEqual([100, 100]);
  });

  test('two that forget at once take away what each would, and nothing else', async () => {
    const prune = () => pruneDeliveries(store, new GroupCommitWriter(store), before, () => true);
    await Promise.all([prune(), prune()]);
    expect(await left()).toEqual([100, 100]);
  });
});
