import { sql } from 'kysely';
import { ACTIVITY_STATUSES } from '#protocol/activity.ts';
import { hasWithin } from '../../storage/engine-sql.ts';
import { firstWhere } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';

/** The record that a sealed text was used for, or undefined. */
export const findSpentSealing = async (store: Store, encapsulatedKey: string): Promise<string | undefined> =>
  (await firstWhere(store, 'spent_sealing', { encapsulated_key: encapsulatedKey }))?.record;

/**
 * Who first asked for an activity with a sealed text in its intent, whatever became of it; undefined for nobody.
 * @param text as it was sent; hex may have been written in another case
 */
export async function firstSenderOf(
  store: Store,
  organizationId: string,
  types: readonly string[],
  text: string,
): Promise<string | undefined> {
  const row = await store
    .selectFrom('activity')
    .innerJoin('vote', 'vote.activity_id', 'activity.id')
    .select('vote.user_id')
    .where('activity.organization_id', '=', organizationId)
    // All of them: the index of kinds begins with a status, and without one every activity would be read.
    .where('activity.status', 'in', ACTIVITY_STATUSES)
    .where('activity.type', 'in', types)
    .where(hasWithin(store, 'activity.intent', text))
    .orderBy(sql.ref('activity.rowid'))
    .orderBy(sql.ref('vote.rowid'))
    .executeTakeFirst();
  return row?.user_id;
}
