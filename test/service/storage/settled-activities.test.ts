import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listActivitiesOf } from '#service/storage/activities.ts';
import { orderedIds } from '#service/storage/activity-order.ts';
import { openPostgresStore } from '#service/storage/postgres-store.ts';
import { inTurns } from '#test/fixtures/turns.ts';
import { RowLockWriter } from '#service/storage/row-lock-writer.ts';
import { insertRow } from '#service/storage/rows.ts';
import { newestOf, newestSettled } from '#service/storage/settled-activities.ts';
import type { Store } from '#service/storage/store.ts';
import { noPostgres, PostgresServer } from '#test/fixtures/postgres-server.ts';

const HOUR_MS = 3_600_000;
const NOW = 1_700_000_000_000;
const scope = { organizationId: 'one', effect: 'adds' } as const;

describe.skipIf(noPostgres !== undefined)(`a page of activities on PostgreSQL ${noPostgres ?? ''}`, () => {
  let server: PostgresServer;
  let first: Store;
  let second: Store;

  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(async () => {
    await Promise.all([first.destroy(), second.destroy()]);
    await server.stop();
  });
  beforeEach(async () => {
    const url = await server.makeDatabase();
    [first, second] = [await openPostgresStore(url), await openPostgresStore(url)];
    await insertRow(first, 'organization', { id: 'one', name: 'one', created_at: 1 });
  });

  const insert = (store: Store, id: string): Promise<void> =>
    insertRow(store, 'activity', {
      ...{ id, organization_id: 'one', type: 'ACTIVITY_TYPE_A', fingerprint: id },
      ...{ status: 'ACTIVITY_STATUS_COMPLETED', intent: '{}', result: null, failure: null, app_proofs: null },
      ...{ created_at: 1, updated_at: 1 },
    });
  const page = async (store: Store, filter: object = {}): Promise<string[]> => {
    const whole = { ...{ organizationId: 'one', statuses: [], types: [], limit: 100 } };
    const asked = { ...whole, before: undefined, after: undefined, ...filter };
    return (await listActivitiesOf(inTurns(store), asked)).map(({ activity }) => activity.id);
  };
  /** Writes an activity as a request does; its transaction stays open until `letGo`. */
  async function held(store: Store, next: (others?: string) => string) {
    let letGo: () => void = () => undefined;
    const holding = new Promise<void>((resolve) => (letGo = resolve));
    let id = '';
    let isWritten: () => void = () => undefined;
    const written = new Promise<void>((resolve) => (isWritten = resolve));
    const committed = new RowLockWriter(store).write(async (unit) => {
      id = next(await newestOf(unit, 'one'));
      await insert(unit, id);
      isWritten();
      await holding;
    }, scope);
    await written;
    return { id, commit: () => (letGo(), committed) };
  }

  it('attack: one that is committed late is not skipped by who has seen a newer one', async () => {
    const [next, other] = [orderedIds(() => NOW), orderedIds(() => NOW + 1)];
    const late = await held(first, next);
    const newer = await held(second, other);
    expect(newer.id > late.id).toBe(true);
    await newer.commit();
    let isAnswered = false;
    const asked = page(second).finally(() => (isAnswered = true));
    // More than any statement needs that does not wait.
    for (let turn = 0; turn < 5; turn += 1) await server.ask('postgres', 'SELECT 1');
    expect(isAnswered).toBe(false);
    await late.commit();
    const seen = await asked;
    expect(seen[0]).toBe(newer.id);
    // Older than what was seen, it is seen too, and nothing comes between.
    expect([...seen, ...(await page(first, { after: newer.id }))]).toEqual([newer.id, late.id]);
    expect(await page(second, { statuses: ['ACTIVITY_STATUS_COMPLETED'] })).toEqual([newer.id, late.id]);
  });

  it('has what the asker has just written, and does not wait for who only reads', async () => {
    const next = orderedIds(() => NOW);
    await (await held(first, next)).commit();
    await second.transaction().execute(async (reading) => {
      await newestOf(reading, 'one');
      expect(await page(first)).toHaveLength(1);
    });
    expect(await newestSettled(first, 'two')).toBeUndefined();
    expect(await page(first, { organizationId: 'two' })).toEqual([]);
  });

  it('attack: a process whose clock is an hour behind puts nothing below what was seen', async () => {
    const [next, behind] = [orderedIds(() => NOW), orderedIds(() => NOW - HOUR_MS)];
    const ids: string[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      const each = await held(turn % 2 === 0 ? first : second, turn % 2 === 0 ? next : behind);
      await each.commit();
      const [newest] = await page(second);
      expect(newest).toBe(each.id);
      ids.push(each.id);
    }
    expect(ids).toEqual([...ids].sort());
  });

  it('attack: a walk on from the newest seen, beside four writers of two processes, misses none', async () => {
    const makers = [orderedIds(() => NOW), orderedIds(() => NOW - HOUR_MS)];
    const made: string[] = [];
    const writers = { underWay: 4 };
    const write = async (n: number): Promise<void> => {
      for (let turn = 0; turn < 25; turn += 1) {
        const each = await held(n % 2 === 0 ? first : second, makers[n % 2] ?? (() => ''));
        await each.commit();
        made.push(each.id);
      }
      writers.underWay -= 1;
    };
    const writing = Promise.all([0, 1, 2, 3].map(write));
    const seen: string[] = [];
    for (let found = 1; found > 0;) {
      const { underWay } = writers;
      const after = seen.at(-1) ?? '00000000-0000-7000-8000-000000000000';
      const ids = await page(second, { after, limit: 7 });
      seen.push(...ids.reverse());
      found = ids.length + underWay;
    }
    await writing;
    expect(seen).toEqual([...made].sort());
  });
});
