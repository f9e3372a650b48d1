import { Socket } from 'node:net';
import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ANSWER_TIMEOUT_MS,
  LOCK_TIMEOUT_MS,
  type PoolOptions,
  connectPostgres,
} from '#storage/postgres/connect.ts';
import { openPostgres } from '#storage/postgres/open-postgres.ts';
import { noPostgres, PostgresServer } from '#test/fixtures/postgres-server.ts';
import { type SwallowingNetwork, swallowingNetwork } from './swallowing-network.ts';

type AnyTable = Record<string, Record<string, unknown>>;

describe.skipIf(noPostgres !== undefined)(`a network that says nothing ${noPostgres ?? ''}`, () => {
  let server: PostgresServer;
  let url: string;
  let network: SwallowingNetwork;
  let database: Kysely<AnyTable> | undefined;
  beforeAll(async () => {
    server = await PostgresServer.start();
    url = await server.makeDatabase();
  });
  beforeEach(async () => {
    network = await swallowingNetwork(url);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await network.stop();
    await database?.destroy();
    database = undefined;
  });
  afterAll(() => server.stop());

  /** A pool of one connection through the network, which is made already. */
  async function connected(options: PoolOptions): Promise<Kysely<AnyTable>> {
    const made = connectPostgres<AnyTable>(network.url, { mostConnections: 1, ...options });
    database = made;
    expect(await code(ask(made))).toBe('answered');
    return made;
  }
  const ask = (on: Kysely<AnyTable>): Promise<unknown> => sql`SELECT 1`.execute(on);
  const code = (asking: Promise<unknown>): Promise<unknown> =>
    asking.then(
      () => 'answered',
      (error: unknown) => (error as { code?: unknown }).code,
    );

  it('attack: it swallows everything: a statement is told so, and the next one has another connection', async () => {
    const pool = await connected({ answerMs: 3000 });
    network.isOpen = false;
    expect(await code(ask(pool))).toBe('DATABASE_LOST');
    network.isOpen = true;
    expect(await code(ask(pool))).toBe('answered');
  });

  it('attack: it swallows a transaction, what was sent ahead too: all of it is told, and undoing it waits for nothing', async () => {
    const pool = await connected({ answerMs: 3000 });
    const began = performance.now();
    const lost = pool.transaction().execute(async (transaction) => {
      await ask(transaction);
      network.isOpen = false;
      await Promise.all([ask(transaction), ask(transaction)]);
    });
    expect(await code(lost)).toBe('DATABASE_LOST');
    expect(performance.now() - began).toBeLessThan(60_000);
    network.isOpen = true;
    expect(await code(ask(pool))).toBe('answered');
  });

  it('attack: it swallows everything while a pool is ended: that waits for nobody without end', async () => {
    const pool = await connected({ endMs: 300 });
    network.isOpen = false;
    let begun: () => void = () => undefined;
    const isHeld = new Promise<void>((resolve) => (begun = resolve));
    const asked = code(
      pool.connection().execute((connection) => {
        begun();
        return ask(connection);
      }),
    );
    await isHeld;
    await pool.destroy();
    database = undefined;
    expect(await asked).toBe('DATABASE_LOST');
  });

  it('attack: it loses an idle connection: the system asks whether it is there', async () => {
    const kept = vi.spyOn(Socket.prototype, 'setKeepAlive');
    await connected({});
    expect(kept).toHaveBeenCalledWith(true, 10_000);
  });

  it('a lock is waited for until the server ends that, and the connection stays', async () => {
    expect(ANSWER_TIMEOUT_MS).toBeGreaterThan(3 * LOCK_TIMEOUT_MS);
    const pool = await connected({ answerMs: 30_000 });
    const holder = await server.connect('made_1');
    for (const each of ['CREATE TABLE held (id BIGINT)', 'BEGIN', 'LOCK TABLE held'])
      await holder.query(each);
    const process = () => sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(pool);
    const before = (await process()).rows;
    await sql`SET lock_timeout = 300`.execute(pool);
    expect(await code(sql`SELECT * FROM held`.execute(pool))).toBe('DATABASE_BUSY');
    expect((await process()).rows).toEqual(before);
    await holder.query('COMMIT');
    await holder.end();
  });

  it('a change of the schema takes as long as it takes', async () => {
    const slow = { name: '001-slow', statements: ['SELECT pg_sleep(5)'] };
    const opened = await openPostgres<AnyTable>(await server.makeDatabase(), [slow], { answerMs: 4000 });
    expect(await code(ask(opened))).toBe('answered');
    await opened.destroy();
  });
});
