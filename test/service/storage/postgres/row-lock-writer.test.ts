import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeWish } from '#service/storage/lock-wishes.ts';
import { openPostgresStore } from '#service/storage/postgres-store.ts';
import { insertRow } from '#service/storage/rows.ts';
import { RowLockWriter } from '#service/storage/row-lock-writer.ts';
import type { Store } from '#service/storage/store.ts';
import type { WriteScope } from '#service/storage/writer.ts';
import { noPostgres, PostgresServer } from '#test/fixtures/postgres-server.ts';

const signing: WriteScope = { organizationId: 'one', effect: 'adds' };
const voting: WriteScope = { organizationId: 'one', effect: 'decides' };
/** Longer than it takes until somebody says that they wait. */
const HELD_MS = 450;
const EVERY_MS = 100;
/** Signatures that begin while a vote waits as long as it may, 10 seconds. */
const MOST = 130;

describe.skipIf(noPostgres !== undefined)(
  `writers of two processes on one PostgreSQL ${noPostgres ?? ''}`,
  () => {
    let server: PostgresServer;
    let url: string;
    let stores: Store[] = [];

    beforeAll(async () => {
      server = await PostgresServer.start();
    }, 60_000);
    afterAll(async () => {
      await Promise.all(stores.map((store) => store.destroy()));
      await server.stop();
    }, 60_000);
    beforeEach(async () => {
      await Promise.all(stores.map((store) => store.destroy()));
      url = await server.makeDatabase();
      stores = [await openPostgresStore(url), await openPostgresStore(url)];
      await insertRow(storeAt(0), 'organization', { id: 'one', name: 'one', created_at: 1 });
    });

    const storeAt = (index: number): Store => {
      const store = stores[index];
      if (store === undefined) throw new Error('no such store');
      return store;
    };
    const wishes = async (): Promise<unknown[]> =>
      (await sql`SELECT holder FROM lock_wish`.execute(storeAt(0))).rows;

    /** Signatures of a process that overlap without end, until somebody else is done. @returns how many there were */
    async function sharedUntil(done: Promise<unknown>): Promise<{ begun: number; kept: number }> {
      const writer = new RowLockWriter(storeAt(0));
      const ended = { isSo: false };
      void done.catch(() => undefined).finally(() => (ended.isSo = true));
      const running: Promise<number>[] = [];
      while (!ended.isSo && running.length < MOST) {
        running.push(writer.write(() => delay(HELD_MS, 1), signing));
        await delay(EVERY_MS);
      }
      const kept = await Promise.all(running);
      return { begun: running.length, kept: kept.length };
    }

    it.each([
      ['a vote', voting],
      ['a start, or a delivery', undefined],
    ])(
      'attack: signatures that overlap without end keep %s out',
      async (_, scope) => {
        const writer = new RowLockWriter(storeAt(1));
        const deciding = delay(3 * EVERY_MS).then(() =>
          writer.write(() => Promise.resolve('decided'), scope),
        );
        const shared = await sharedUntil(deciding);
        expect(await deciding).toBe('decided');
        expect(shared.begun).toBeLessThan(MOST / 2);
        // Those who let it in first have had their turn.
        expect(shared.kept).toBe(shared.begun);
        await expect.poll(wishes).toEqual([]);
      },
      60_000,
    );

    it('a vote lets those in first who wait for the whole service', async () => {
      const [first, second] = [new RowLockWriter(storeAt(0)), new RowLockWriter(storeAt(1))];
      const order: string[] = [];
      const vote = first.write(() => delay(2 * HELD_MS).then(() => void order.push('a vote')), voting);
      await delay(EVERY_MS);
      const all = second.write(() => Promise.resolve(void order.push('all')));
      await expect.poll(wishes).toHaveLength(1);
      const later = first.write(() => Promise.resolve(void order.push('a later vote')), voting);
      await Promise.all([vote, all, later]);
      expect(order).toEqual(['a vote', 'all', 'a later vote']);
    });

    it('a wish of a process that was killed holds nobody up for long, and ends by itself', async () => {
      await makeWish(storeAt(0), 'one');
      const writer = new RowLockWriter(storeAt(1));
      expect(await writer.write(() => Promise.resolve('signed'), signing)).toBe('signed');
      await sql`UPDATE lock_wish SET wished_at = now() - interval '2 minutes'`.execute(storeAt(0));
      await makeWish(storeAt(0), 'another');
      expect(await wishes()).toHaveLength(1);
    });

    it('work that fails takes its wish back', async () => {
      const writer = new RowLockWriter(storeAt(1));
      const failing = delay(3 * EVERY_MS).then(() =>
        writer.write(() => Promise.reject(new Error('refused')), voting),
      );
      await sharedUntil(failing);
      await expect(failing).rejects.toThrow('refused');
      await expect.poll(wishes).toEqual([]);
    }, 60_000);

    it('a process that starts with a database of its version doesn’t wait for those that work', async () => {
      const writer = new RowLockWriter(storeAt(0));
      let end: () => void = () => undefined;
      const until = new Promise<void>((resolve) => (end = resolve));
      const signed = writer.write(() => until, signing);
      const third = await openPostgresStore(url);
      await third.destroy();
      end();
      await signed;
    });
  },
);
