import { CompiledQuery, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectPostgres } from '#storage/postgres/connect.ts';
import { SENT_AHEAD } from '#storage/postgres/sent-ahead.ts';
import { StatementNames } from '#storage/postgres/statement-names.ts';
import { noPostgres, PostgresServer } from '#test/fixtures/postgres-server.ts';

describe.skipIf(noPostgres !== undefined)(`statements that are sent ahead ${noPostgres ?? ''}`, () => {
  let server: PostgresServer;
  let database: Kysely<unknown>;

  beforeAll(async () => {
    server = await PostgresServer.start();
    database = connectPostgres(await server.makeDatabase(), { mostConnections: 1 });
    await run(database, 'CREATE TABLE thing (id BIGINT PRIMARY KEY)');
  });
  afterAll(async () => {
    await database.destroy();
    await server.stop();
  });

  const run = (on: Kysely<unknown>, text: string, ...values: unknown[]) =>
    on.executeQuery(CompiledQuery.raw(text, values));
  const insert = (on: Kysely<unknown>, id: number) =>
    run(on, `${SENT_AHEAD}INSERT INTO thing VALUES ($1)`, id);
  const ids = async (): Promise<unknown[]> =>
    (await server.ask('made_1', 'SELECT id::int AS id FROM thing ORDER BY id')).map(({ id }) => id);

  it('are kept with their transaction', async () => {
    await database.transaction().execute(async (transaction) => {
      await insert(transaction, 1);
      await insert(transaction, 2);
    });
    expect(await ids()).toEqual([1, 2]);
  });

  it('that fail are told by the commit, and nothing of their transaction is kept', async () => {
    for (let time = 0; time < 5; time += 1) {
      const committed = database.transaction().execute(async (transaction) => {
        await insert(transaction, 3);
        await insert(transaction, 2);
        await insert(transaction, 4);
      });
      await expect(committed).rejects.toMatchObject({ code: '23505' });
    }
    expect(await ids()).toEqual([1, 2]);
  });

  it('that fail are told by the statement after them, by their own error', async () => {
    const failing = database.transaction().execute(async (transaction) => {
      await insert(transaction, 1);
      await run(transaction, 'SELECT 1');
      throw new Error('was not told');
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    // The connection is as good as before.
    expect((await run(database, 'SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('a transaction that throws after one keeps nothing, and throws its own error', async () => {
    for (const id of [1, 9]) {
      const failing = database.transaction().execute(async (transaction) => {
        await insert(transaction, id);
        throw new Error('refused');
      });
      await expect(failing).rejects.toThrow('refused');
    }
    expect(await ids()).toEqual([1, 2]);
  });

  it('attack: a connection that is cut behind one is told, and the transaction is not said to be kept', async () => {
    const cut = database.transaction().execute(async (transaction) => {
      const { rows } = await run(transaction, 'SELECT pg_backend_pid() AS pid');
      await insert(transaction, 5);
      await server.ask(
        'made_1',
        `SELECT pg_terminate_backend(${String((rows as { pid: number }[])[0]?.pid)})`,
      );
    });
    await expect(cut).rejects.toMatchObject({ code: 'DATABASE_LOST' });
    expect(await ids()).toEqual([1, 2]);
    expect((await run(database, 'SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('a table that a newer version changes costs a prepared statement its connection, and no more', async () => {
    const read = () => run(database, 'SELECT * FROM thing WHERE id = $1', 1);
    for (let time = 0; time < 8; time += 1) await read();
    await server.ask('made_1', 'ALTER TABLE thing ADD COLUMN more TEXT');
    await read().catch((error: unknown) => expect(error).toMatchObject({ code: '0A000' }));
    expect((await read()).rows).toEqual([{ id: 1, more: null }]);
  });
});

describe('names of statements', () => {
  it('are given to those that come again and have parameters, few enough for each connection to keep', () => {
    const names = new StatementNames();
    const often = (text: string, values: readonly unknown[] = [1]) =>
      Array.from({ length: 4 }, () => names.of(text, values)).at(-1);
    expect(names.of('select $1', [1])).toBeUndefined();
    expect(often('select $1')).toBe('keyops_0');
    expect(often('begin', [])).toBeUndefined();
    expect(often('x'.repeat(9000))).toBeUndefined();
    expect(often('select $1, 2')).toBe('keyops_1');
    const given = Array.from({ length: 500 }, (_, n) => often(`select $1, ${n + 3}`));
    expect(given.filter((name) => name !== undefined)).toHaveLength(198);
    expect(new Set(given).size).toBe(199);
  });
});
