import { type QueryResult, type RawBuilder, sql } from 'kysely';
import { ACTIVITY_STATUSES, type ActivityStatus } from '#protocol/activity.ts';
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
  const { organizationId, statuses, types, limit } = filter;
  const upwards = filter.after !== undefined && filter.before === undefined;
  const isFiltered = statuses.length > 0 || types.length > 0;
  const within = sql`
    ${filter.before === undefined ? sql`` : sql`AND id < ${filter.before}`}
    ${filter.after === undefined ? sql`` : sql`AND id > ${filter.after}`}
    ORDER BY id ${upwards ? sql`ASC` : sql`DESC`} LIMIT ${limit}`;
  const { rows } = isFiltered
    ? await pageByKind(store, filter, within)
    : await sql<ActivityRow>`
        SELECT * FROM activity WHERE organization_id = ${organizationId} ${within}`.execute(store);
  const activities = upwards ? rows.reverse() : rows;
  const votes = await votesOf(
    store,
    activities.map((activity) => activity.id),
  );
  return activities.map((activity) => ({
    activity,
    votes: votes.filter((vote) => vote.activity_id === activity.id),
  }));
}

/**
 * A page of what has certain statuses or types. SQLite reads an index in order for one value, and sorts everything for
 * several: so the page is read for each pair of a status and a type by itself, and the pages are merged.
 */
function pageByKind(
  store: Store,
  { organizationId, statuses, types }: ActivityFilter,
  within: RawBuilder<unknown>,
): Promise<QueryResult<ActivityRow>> {
  const wanted = JSON.stringify(statuses.length > 0 ? statuses : ACTIVITY_STATUSES);
  const kinds =
    types.length > 0
      ? sql`
        SELECT DISTINCT status.value, type.value
        FROM json_each(${wanted}) AS status, json_each(${JSON.stringify(types)}) AS type`
      : // Each type that there is, by one look into the index for each.
        sql`
        SELECT DISTINCT value, (
          SELECT min(type) FROM activity WHERE organization_id = ${organizationId} AND status = value
        ) FROM json_each(${wanted})
        UNION ALL
        SELECT status, (
          SELECT min(activity.type) FROM activity
          WHERE organization_id = ${organizationId} AND activity.status = kind.status AND activity.type > kind.type
        ) FROM kind WHERE kind.type IS NOT NULL`;
  return sql<ActivityRow>`
    WITH RECURSIVE kind (status, type) AS (${kinds})
    SELECT * FROM activity WHERE organization_id = ${organizationId} AND id IN (
      SELECT found.value FROM kind, json_each((
        SELECT json_group_array(id) FROM (
          SELECT id FROM activity
          WHERE organization_id = ${organizationId} AND status = kind.status AND type = kind.type ${within}
        )
      )) AS found
    ) ${within}`.execute(store);
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
