import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { storageError } from '#storage/storage-error.ts';
import type { Store } from './store.ts';

const FIRST_WAIT_MS = 1;
const LONGEST_WAIT_MS = 50;
/** As long as a statement waits for another transaction's lock. */
const PATIENCE_MS = 10_000;

/** The newest activity of an organization that is committed; undefined for none. */
export async function newestOf(store: Store, organizationId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string | null }>`
    SELECT max(id) AS id FROM activity WHERE organization_id = ${organizationId}`.execute(store);
  return rows[0]?.id ?? undefined;
}

/**
 * The newest activity of an organization that is committed, and whether one of a fingerprint is: one statement, behind the locks of
 * who is about to write another.
 */
export async function newestAndKnown(
  store: Store,
  organizationId: string,
  fingerprint: string,
): Promise<{ readonly newest: string | undefined; readonly isKnown: boolean }> {
  const { rows } = await sql<{ newest: string | null; isKnown: boolean }>`
    SELECT (SELECT max(id) FROM activity WHERE organization_id = ${organizationId}) AS newest,
      EXISTS (SELECT 1 FROM activity WHERE organization_id = ${organizationId} AND fingerprint = ${fingerprint})
        AS "isKnown"`.execute(store);
  return { newest: rows[0]?.newest ?? undefined, isKnown: rows[0]?.isKnown === true };
}

/**
 * The newest activity up to which everything is there: none older than it will be committed later. Whoever writes one has a
 * transaction number before it chooses an id, and chooses one above the newest that it sees. So the newest is read, then a
 * number is taken, and every transaction with a lower one is waited for; those with a higher one write newer activities.
 * (The end of a snapshot is no such number: transactions that are under way may be above it.)
 * @returns undefined where the organization has none
 * @throws StorageError `DATABASE_BUSY` when one of them takes too long, rather than a page that skips what it writes
 */
export async function newestSettled(store: Store, organizationId: string): Promise<string | undefined> {
  const { rows } = await sql<{ newest: string | null; number: string }>`
    SELECT (SELECT max(id) FROM activity WHERE organization_id = ${organizationId}) AS newest,
      pg_current_xact_id()::text AS number`.execute(store);
  const [found] = rows;
  if (found === undefined) return undefined;
  for (let [waited, ms] = [0, FIRST_WAIT_MS]; !(await hasPassed(store, found.number));) {
    if (waited >= PATIENCE_MS) throw storageError('DATABASE_BUSY', {});
    await delay(ms);
    waited += ms;
    ms = Math.min(2 * ms, LONGEST_WAIT_MS);
  }
  return found.newest ?? undefined;
}

/** Whether every transaction with a lower number has ended. */
async function hasPassed(store: Store, number: string): Promise<boolean> {
  const { rows } = await sql<{ hasPassed: boolean }>`
    SELECT pg_snapshot_xmin(pg_current_snapshot()) >= ${number}::xid8 AS "hasPassed"`.execute(store);
  return rows[0]?.hasPassed === true;
}
