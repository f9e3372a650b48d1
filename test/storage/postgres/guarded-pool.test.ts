import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectPostgres } from '#storage/postgres/connect.ts';
import { noPostgres, PostgresServer } from '#test/fixtures/postgres-server.ts';

type AnyTable = Record<string, Record<string, unknown>>;

describe.skipIf(noPostgres !== undefined)(`a pool of connections ${noPostgres ?? ''}`, () => {
  let server: PostgresServer;
  let url: string;
  beforeAll(async () => {
    server = await PostgresServer.start();
    url = await server.makeDatabase();
  });
  afterAll(() => server.stop());

  const withPool = async (
    bounds: { mostWaiting: number; waitMs: number },
    work: (database: Kysely<AnyTable>) => Promise<void>,
  ): Promise<void> => {
    const database = connectPostgres<AnyTable>(url, { mostConnections: 1, ...bounds });
    try {
      await work(database);
    } finally {
      await database.destroy();
    }
  };
  const codeOf = (asking: Promise<unknown>): Promise<unknown> =>
    asking.then(
      () => 'answered',
      (error: unknown) => (error as { code?: unknown }).code,
    );

  it('attack: more than the queue holds are refused at once, and those in it are served', () =>
    withPool({ mostWaiting: 2, waitMs: 10_000 }, async (database) => {
      let letGo: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (letGo = resolve));
      const holding = database.transaction().execute(() => held);
      const asked = Array.from({ length: 5 }, () => codeOf(sql`SELECT 1`.execute(database)));
      expect(await Promise.race(asked)).toBe('DATABASE_BUSY');
      letGo();
      await holding;
      expect((await Promise.all(asked)).sort()).toEqual([
        ...['DATABASE_BUSY', 'DATABASE_BUSY', 'DATABASE_BUSY', 'answered', 'answered'],
      ]);
    }));

  // The limit holds for making a connection too, which takes a busy machine far more than a turn in the queue.
  it('tells who waits for too long to come again', () =>
    withPool({ mostWaiting: 2, waitMs: 3000 }, (database) =>
      database.transaction().execute(async () => {
        expect(await codeOf(sql`SELECT 1`.execute(database))).toBe('DATABASE_BUSY');
      }),
    ));

  it('tells of a lock that others have for too long', () =>
    withPool({ mostWaiting: 2, waitMs: 10_000 }, async (database) => {
      const holder = await server.connect('made_1');
      for (const each of ['CREATE TABLE held (id BIGINT)', 'BEGIN', 'LOCK TABLE held'])
        await holder.query(each);
      await database.connection().execute(async (connection) => {
        await sql`SET lock_timeout = 20`.execute(connection);
        expect(await codeOf(sql`SELECT * FROM held`.execute(connection))).toBe('DATABASE_BUSY');
      });
      await holder.query('COMMIT');
      await holder.end();
    }));

  it('refuses a text with a NUL, and goes on', () =>
    withPool({ mostWaiting: 2, waitMs: 10_000 }, async (database) => {
      expect(await codeOf(sql`SELECT ${'a\0b'}::text`.execute(database))).toBe('TEXT_REFUSED');
      expect(
        await codeOf(sql`SELECT json_array_elements_text(${'["\\u0000"]'}::json)`.execute(database)),
      ).toBe('TEXT_REFUSED');
      expect(await codeOf(sql`SELECT 1`.execute(database))).toBe('answered');
    }));

  it('tells of a connection that ended in the middle, and takes a new one', () =>
    withPool({ mostWaiting: 2, waitMs: 5000 }, async (database) => {
      const ending = database.transaction().execute(async (transaction) => {
        const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(transaction);
        await server.ask('made_1', `SELECT pg_terminate_backend(${rows[0]?.pid})`);
        await sql`SELECT 1`.execute(transaction);
      });
      expect(await codeOf(ending)).toBe('DATABASE_LOST');
      expect(await codeOf(sql`SELECT 1`.execute(database))).toBe('answered');
    }));

  it('passes what is a statement’s own fault as it is', () =>
    withPool({ mostWaiting: 2, waitMs: 10_000 }, async (database) => {
      expect(await codeOf(sql`SELECT * FROM nowhere`.execute(database))).toBe('42P01');
    }));
});
