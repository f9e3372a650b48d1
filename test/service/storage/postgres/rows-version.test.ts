import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPostgresStore } from '#service/storage/postgres-store.ts';
import { RowLockWriter } from '#service/storage/row-lock-writer.ts';
import { KEPT_TABLES, forgetForeignChange, rowsVersionOf } from '#service/storage/rows-version.ts';
import { allWhere, deleteRow, insertRow } from '#service/storage/rows.ts';
import { storeAtVersion } from '#service/storage/kept-rows.ts';
import type { Store } from '#service/storage/store.ts';
import { inSavepoint, type WriteScope } from '#service/storage/writer.ts';
import { noPostgres, PostgresServer } from '#test/fixtures/postgres-server.ts';

const ORGANIZATION = 'one';
const signing: WriteScope = { organizationId: ORGANIZATION, effect: 'adds' };
const voting: WriteScope = { organizationId: ORGANIZATION, effect: 'decides' };

const policy = (id: string) => ({
  ...{ id, organization_id: ORGANIZATION, name: id, effect: 'EFFECT_ALLOW' as const, condition: 'true' },
  ...{ consensus: null, time: null, notes: '', created_at: 1, updated_at: 1 },
});
const policiesIn = async (store: Store): Promise<string[]> =>
  (await allWhere(store, 'policy', { organization_id: ORGANIZATION })).map(({ id }) => id);

describe.skipIf(noPostgres !== undefined)(
  `rows that processes on one PostgreSQL keep ${noPostgres ?? ''}`,
  () => {
    let server: PostgresServer;
    let first: Store;
    let second: Store;
    let made = 0;

    beforeAll(async () => {
      server = await PostgresServer.start();
    });
    afterAll(async () => {
      await Promise.all([first.destroy(), second.destroy()]);
      await server.stop();
    });
    beforeEach(async () => {
      await Promise.all([(first as Store | undefined)?.destroy(), (second as Store | undefined)?.destroy()]);
      const url = await server.makeDatabase();
      made += 1;
      [first, second] = [await openPostgresStore(url), await openPostgresStore(url)];
      await insertRow(first, 'organization', { id: ORGANIZATION, name: 'one', created_at: 1 });
    });
    const ask = (statement: string) => server.ask(`made_${made}`, statement);
    const version = async (): Promise<string> => (await rowsVersionOf(first, ORGANIZATION)) ?? '';

    it('are those of the tables that have a trigger, and of no other', async () => {
      const rows = await ask(`SELECT tgrelid::regclass::text AS name FROM pg_trigger WHERE NOT tgisinternal`);
      expect(rows.map(({ name }) => String(name).replaceAll('"', '')).sort()).toEqual(
        [...KEPT_TABLES].sort(),
      );
    });

    it('have another version after each transaction that changed one, and the same after all others', async () => {
      const seen = [await version()];
      await insertRow(first, 'policy', policy('a'));
      seen.push(await version());
      for (const statement of [`UPDATE policy SET notes = 'n'`, 'DELETE FROM policy', 'TRUNCATE policy']) {
        await ask(statement);
        seen.push(await version());
      }
      expect(new Set(seen).size).toBe(seen.length);
      await ask(`UPDATE organization SET name = 'two'`);
      await ask(`INSERT INTO webhook_lease VALUES ('e', 'h')`);
      await new RowLockWriter(first).write((unit) => sql`SELECT 1`.execute(unit), voting);
      expect(await version()).toBe(seen.at(-1));
    });

    it.each([1, 2])(
      'attack: have another one after a restore, also for the transaction with the number of one elsewhere: %i later',
      async (later) => {
        const seen = [await version()];
        // As in the dump of a server that was further on. The number of this statement's own transaction is the one before.
        await ask(`UPDATE organization
          SET rows_changed_by = (pg_current_xact_id()::text::bigint + ${later})::text::xid8`);
        await forgetForeignChange(first);
        await insertRow(first, 'policy', policy('a'));
        seen.push(await version());
        await insertRow(first, 'policy', policy('b'));
        seen.push(await version());
        expect(new Set(seen).size).toBe(seen.length);
      },
    );

    it('have another one for what is changed behind a part that was undone', async () => {
      const before = await version();
      await new RowLockWriter(first).write(async (unit) => {
        await inSavepoint(unit, async () => {
          await insertRow(unit, 'policy', policy('undone'));
          throw new Error('undone');
        }).catch(() => undefined);
        await insertRow(unit, 'policy', policy('kept'));
      }, voting);
      expect(await version()).not.toBe(before);
    });

    it('are read once by all who see the same version', async () => {
      const writer = new RowLockWriter(first);
      await insertRow(first, 'policy', policy('a'));
      const read = () =>
        writer.write(async (unit) => allWhere(unit, 'policy', { organization_id: ORGANIZATION }), signing);
      const [one] = await read();
      const [again] = await read();
      expect(again).toBe(one);
      const [viewed] = await allWhere(storeAtVersion(first, await version()), 'policy', {
        organization_id: ORGANIZATION,
      });
      expect(viewed).toBe(one);
    });

    it('attack: who waits for its locks while another process changes them sees the change', async () => {
      const writer = new RowLockWriter(first);
      const read = () => writer.write((unit) => policiesIn(unit), signing);
      for (let round = 0; round < 20; round += 1) {
        const before = await read();
        let commit: () => void = () => undefined;
        const held = new Promise<void>((resolve) => (commit = resolve));
        let isWritten: () => void = () => undefined;
        const written = new Promise<void>((resolve) => (isWritten = resolve));
        const deciding = new RowLockWriter(second).write(async (unit) => {
          await insertRow(unit, 'policy', policy(`p${round}`));
          isWritten();
          await held;
        }, voting);
        await written;
        const waiting = read();
        await expect
          .poll(() => ask(`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'`), {
            timeout: 20_000,
          })
          .toHaveLength(1);
        commit();
        await deciding;
        expect((await waiting).sort()).toEqual([...before, `p${round}`].sort());
      }
    });

    it('attack: a transaction that changes them is not told what was kept before, nor others what it undid', async () => {
      const writer = new RowLockWriter(first);
      await insertRow(first, 'policy', policy('a'));
      await writer.write((unit) => policiesIn(unit), signing);
      const failing = writer.write(async (unit) => {
        await deleteRow(unit, 'policy', ORGANIZATION, 'a');
        expect(await policiesIn(unit)).toEqual([]);
        throw new Error('refused after all');
      }, signing);
      await expect(failing).rejects.toThrow('refused after all');
      expect(await writer.write((unit) => policiesIn(unit), signing)).toEqual(['a']);
    });

    it('attack: a copy of the database that was put back and went on has another version than the one that was seen', async () => {
      await insertRow(first, 'policy', policy('a'));
      const copied = await version();
      await ask(`DELETE FROM policy`);
      const seen = await version();
      await ask(`UPDATE organization SET rows_version = '${copied}', rows_changed_by = NULL`);
      await ask(
        `INSERT INTO policy SELECT 'b', id, 'b', 'EFFECT_ALLOW', NULL, NULL, NULL, '', 1, 1 FROM organization`,
      );
      expect([copied, seen]).not.toContain(await version());
    });
  },
);
