import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Store } from './store.ts';

/** The wish to have the whole service alone; others name an organization. */
export const SERVICE_PLACE = 'service';

/** Longer than anybody waits for a lock: a wish that stands for so long is of a process that was killed. */
const STANDS_SECONDS = 12;
const KEPT_SECONDS = 60;

const stands = sql`wished_at > now() - make_interval(secs => ${sql.lit(STANDS_SECONDS)})`;

/**
 * Says to all processes that somebody waits to have a place alone, so that those who would share it let them in first: of
 * itself PostgreSQL lets everybody share what others share already, and who wants it alone could wait without end.
 * @returns what takes the wish back
 */
export async function makeWish(store: Store, place: string): Promise<string> {
  const holder = randomUUID();
  await sql`DELETE FROM lock_wish WHERE wished_at < now() - make_interval(secs => ${sql.lit(KEPT_SECONDS)})`.execute(
    store,
  );
  await sql`INSERT INTO lock_wish (holder, place) VALUES (${holder}, ${place})`.execute(store);
  return holder;
}

/** Takes a wish back, whether it was granted or not. */
export const endWish = (store: Store, holder: string): Promise<unknown> =>
  sql`DELETE FROM lock_wish WHERE holder = ${holder}`.execute(store);

/** Whether nobody waits to have one of these places alone, by the clock of the database. */
export const nobodyWishes = (places: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`NOT EXISTS (SELECT 1 FROM lock_wish WHERE place IN (${sql.join(places)}) AND ${stands})`;
