import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderedIds } from '#service/storage/activity-order.ts';
import { openPostgresStore } from '#service/storage/postgres-store.ts';
import { RowLockWriter } from '#service/storage/row-lock-writer.ts';
import { insertRow } from '#service/storage/rows.ts';
import { newestAndKnown } from '#service/storage/settled-activities.ts';
import type { Store } from '#service/storage/store.ts';
import { noPostgres, PostgresServer } from '#test/fixtures/postgres-server.ts';

/** More than the writes after which rows are counted for the first time. */
const WRITES = 300;

describe.skipIf(noPostgres !== undefined)(`a new database on PostgreSQL ${noPostgres ?? ''}`, () => {
  let server: PostgresServer;
  let store: Store;

  beforeAll(async () => {
    server = await PostgresServer.start();
    store = await openPostgresStore(await server.makeDatabase());
    await insertRow(store, 'organization', { id: 'one', name: 'one', created_at: 1 });
  });
  afterAll(async () => {
    await store.destroy();
    await server.stop();
  });

  /** How many activities the connection has read since it last told the server. */
  async function readOf(unit: Store): Promise<number> {
    const { rows } = await sql<{ read: number }>`
      SELECT idx_tup_fetch + seq_tup_read AS read FROM pg_stat_xact_user_tables WHERE relname = 'activity'`.execute(
      unit,
    );
    return rows[0]?.read ?? 0;
  }

  it('has its rows counted before autovacuum comes, so that a signature doesn’t read every activity', async () => {
    const writer = new RowLockWriter(store);
    const next = orderedIds(() => 1_700_000_000_000);
    const write = (): Promise<number> =>
      writer.write(
        async (unit) => {
          const id = next();
          const before = await readOf(unit);
          await newestAndKnown(unit, 'one', id);
          const read = (await readOf(unit)) - before;
          await insertRow(unit, 'activity', {
            ...{ id, organization_id: 'one', type: 'ACTIVITY_TYPE_A', fingerprint: id },
            ...{ status: 'ACTIVITY_STATUS_COMPLETED', intent: '{}', result: null, failure: null },
            ...{ app_proofs: null, created_at: 1, updated_at: 1 },
          });
          return read;
        },
        { organizationId: 'one', effect: 'adds' },
      );
    for (let written = 0; written < WRITES; written += 1) await write();
    await writer.settled();
    expect(await write()).toBeLessThan(10);
  });
});
