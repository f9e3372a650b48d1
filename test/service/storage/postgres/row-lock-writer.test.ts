import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
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
    });
    afterAll(async () => {
      await Promise.all(stores.map((store) => store.destroy()));
      await server.stop();
    });
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
    ])('attack: signatures that overlap without end keep %s out', async (_, scope) => {
      const writer = new RowLockWriter(storeAt(1));
      const deciding = delay(3 * EVERY_MS).then(() => writer.write(() => Promise.resolve('decided'), scope));
      const shared = await sharedUntil(deciding);
      expect(await deciding).toBe('decided');
      expect(shared.begun).toBeLessThan(MOST / 2);
      // Those who let it in first have had their turn.
      expect(shared.kept).toBe(shared.begun);
      await expect.poll(wishes).toEqual([]);
    });

    it('a vote lets those in first who wait for the whole service', async () => {
      const [first, second] = [new RowLockWriter(storeAt(0)), new RowLockWriter(storeAt(1))];
      const order: string[] = [];
      let begin: () => void = () => undefined;
      let end: () => void = () => undefined;
      const hasBegun = new Promise<void>((resolve) => (begin = resolve));
      const mayEnd = new Promise<void>((resolve) => (end = resolve));
      const vote = first.write(async () => {
        begin();
        await mayEnd;
        order.push('a vote');
      }, voting);
      await hasBegun;
      const all = second.write(() => Promise.resolve(void order.push('all')));
      await expect.poll(wishes).toHaveLength(1);
      const later = first.write(() => Promise.resolve(void order.push('a later vote')), voting);
      end();
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
    });

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

    /** Rows that both may write at once, for signatures share their organization. */
    const markAs = (store: Store, name: string, value: string) =>
      sql`UPDATE setting SET value = ${value} WHERE name = ${name}`.execute(store);

    it('two that wait for each other: the one that the database ends is done again, whole', async () => {
      for (const name of ['left', 'right'])
        await sql`INSERT INTO setting (name, value) VALUES (${name}, '')`.execute(storeAt(0));
      let runs = 0;
      // Each has its own row before it asks for the other's.
      let bothIn: () => void = () => undefined;
      const areIn = new Promise<void>((resolve) => (bothIn = resolve));
      // Who is done again may be ahead of the one that was let through, and the two would meet once more.
      let oneDone: () => void = () => undefined;
      const isDone = new Promise<void>((resolve) => (oneDone = resolve));
      const both = async ([own, others]: readonly ['left' | 'right', 'left' | 'right'], index: number) => {
        const written = await new RowLockWriter(storeAt(index)).write(async (store) => {
          if (runs === 2) await isDone;
          await markAs(store, own, own);
          runs += 1;
          if (runs === 2) bothIn();
          await areIn;
          await markAs(store, others, own);
          return own;
        }, signing);
        oneDone();
        return written;
      };
      const done = await Promise.all([both(['left', 'right'], 0), both(['right', 'left'], 1)]);
      expect(done).toEqual(['left', 'right']);
      expect(runs).toBe(3);
      const { rows } = await sql<{ value: string }>`SELECT DISTINCT value FROM setting
        WHERE name IN ('left', 'right')`.execute(storeAt(0));
      // Both rows are of the same one: it was first, or it came after the other.
      expect(rows).toHaveLength(1);
    });

    /** Has the server end a transaction as it ends one of two that meet. */
    const endWith = (store: Store, state: string) =>
      sql.raw(`DO $$ BEGIN RAISE EXCEPTION 'met another' USING ERRCODE = '${state}'; END $$`).execute(store);
    const organizations = async (): Promise<number> =>
      Number(
        (await sql<{ n: string }>`SELECT count(*) AS n FROM organization`.execute(storeAt(1))).rows[0]?.n,
      );

    it.each(['40001', '40P01', '23505'])(
      '%s: done again until it meets nobody, and kept once',
      async (state) => {
        let runs = 0;
        const made = await new RowLockWriter(storeAt(0)).write(async (store) => {
          runs += 1;
          await insertRow(store, 'organization', { id: 'made', name: 'made', created_at: runs });
          if (runs < 4) await endWith(store, state);
          return runs;
        }, voting);
        expect([made, await organizations()]).toEqual([4, 2]);
      },
    );

    it.each([
      // It meets others for ever; a statement of its own fails; the server shuts down under it.
      ['40001', 12],
      ['22012', 1],
      ['57P01', 1],
    ])('%s without end: %i tries, the error is told, and nothing of it is kept', async (state, most) => {
      let runs = 0;
      const told = vi.fn();
      const writer = new RowLockWriter(storeAt(0));
      writer.onCommit(told);
      const writing = writer.write(async (store) => {
        runs += 1;
        await insertRow(store, 'organization', { id: 'made', name: 'made', created_at: runs });
        await endWith(store, state);
      }, voting);
      await expect(writing).rejects.toThrow();
      expect([runs, await organizations()]).toEqual([most, 1]);
      expect(told).not.toHaveBeenCalled();
    });
  },
);
