import { sql } from 'kysely';
import type { ActivityStatus } from '#protocol/activity.ts';
import { findRow, firstWhere } from './rows.ts';
import type { ActivityRow, VoteRow } from './schema.ts';
import type { Store } from './store.ts';

export interface ActivityWithVotes {
  readonly activity: ActivityRow;
  readonly votes: readonly VoteRow[];
}

export interface ActivityFilter {
  readonly organizationId: string;
  readonly statuses: readonly ActivityStatus[];
  readonly types: readonly string[];
  readonly limit: number;
  /** Only activities older than the one of this id. */
  readonly before: string | undefined;
  /** Only activities newer than the one of this id. */
  readonly after: string | undefined;
}

/** The activity that a request body made, by its fingerprint, or undefined. */
export async function findActivityByFingerprint(
  store: Store,
  organizationId: string,
  fingerprint: string,
): Promise<ActivityWithVotes | undefined> {
  return withVotes(
    store,
    await firstWhere(store, 'activity', { organization_id: organizationId, fingerprint }),
  );
}

/** The activity of an id within an organization, or undefined. */
export async function findActivity(
  store: Store,
  organizationId: string,
  id: string,
): Promise<ActivityWithVotes | undefined> {
  return withVotes(store, await findRow(store, 'activity', organizationId, id));
}

/** Activities, newest first: their ids are in the order of their making. With `after`, the page right after it in time. */
export async function listActivitiesOf(store: Store, filter: ActivityFilter): Promise<ActivityWithVotes[]> {
  const upwards = filter.after !== undefined && filter.before === undefined;
  let query = store.selectFrom('activity').selectAll().where('organization_id', '=', filter.organizationId);
  if (filter.statuses.length > 0) query = query.where('status', 'in', filter.statuses);
  if (filter.types.length > 0) query = query.where('type', 'in', filter.types);
  if (filter.before !== undefined) query = query.where('id', '<', filter.before);
  if (filter.after !== undefined) query = query.where('id', '>', filter.after);
  const found = await query
    .orderBy('id', upwards ? 'asc' : 'desc')
    .limit(filter.limit)
    .execute();
  const activities = upwards ? found.reverse() : found;
  const votes = await votesOf(
    store,
    activities.map((activity) => activity.id),
  );
  return activities.map((activity) => ({
    activity,
    votes: votes.filter((vote) => vote.activity_id === activity.id),
  }));
}

const withVotes = async (
  store: Store,
  activity: ActivityRow | undefined,
): Promise<ActivityWithVotes | undefined> =>
  activity && { activity, votes: await votesOf(store, [activity.id]) };

async function votesOf(store: Store, activityIds: readonly string[]): Promise<VoteRow[]> {
  if (activityIds.length === 0) return [];
  return await store
    .selectFrom('vote')
    .selectAll()
    .where('activity_id', 'in', activityIds)
    .orderBy('created_at')
    .orderBy(sql.ref('rowid'))
    .execute();
}
