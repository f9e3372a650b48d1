import { type RawBuilder, sql } from 'kysely';
import { ACTIVITY_STATUSES, type ActivityStatus } from '#protocol/activity.ts';
import { elementsOf, isPostgres } from './engine-sql.ts';
import { findRow, firstWhere } from './rows.ts';
import { newestSettled } from './settled-activities.ts';
import type { ActivityRow, VoteRow } from './schema.ts';
import type { Store } from './store.ts';
import type { InTurns } from './turns.ts';

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

/** The activity of an id within an organization, or undefined; with a large one, the answer is a long one. */
export async function findActivityInTurn(
  { store, turns }: InTurns,
  organizationId: string,
  id: string,
): Promise<ActivityWithVotes | undefined> {
  const one = sql`FROM activity WHERE organization_id = ${organizationId} AND id = ${id}`;
  if ((await weigh(store, one)) > LONG_BYTES) await turns.give();
  return withVotes(store, await findRow(store, 'activity', organizationId, id));
}

/** The size of an activity with its votes, in bytes; 0 if there is no such activity. */
export const sizeByFingerprint = (
  store: Store,
  organizationId: string,
  fingerprint: string,
): Promise<number> =>
  weigh(store, sql`FROM activity WHERE organization_id = ${organizationId} AND fingerprint = ${fingerprint}`);

/** A filter, and the newest activity that a page may have; undefined where nobody else writes. */
interface BoundFilter extends ActivityFilter {
  readonly upTo?: string;
}

/** Activities are too large to be in one page. */
export class PageTooLarge extends Error {
  override readonly name = 'PageTooLarge';
}

/** So much of what requests, votes and results say may be in one page: more would hold up all others while it is written. */
const MOST_PAGE_BYTES = 32 * 1024 * 1024;
/** What is larger is read by itself. */
const LONG_BYTES = 1024 * 1024;

/**
 * Activities, newest first: their ids are in the order of their making. With `after`, the page right after it in time.
 * @throws PageTooLarge
 */
export async function listActivitiesOf(
  { store, turns }: InTurns,
  asked: ActivityFilter,
): Promise<ActivityWithVotes[]> {
  let filter: BoundFilter = asked;
  if (isPostgres(store)) {
    const upTo = await newestSettled(store, asked.organizationId);
    if (upTo === undefined) return [];
    filter = { ...asked, upTo };
  }
  const { organizationId, statuses, types, limit } = filter;
  const isFiltered = statuses.length > 0 || types.length > 0;
  const ids = isFiltered ? JSON.stringify(await idsByKind(store, filter)) : undefined;
  const page = sql`
    FROM activity WHERE organization_id = ${organizationId}
    ${ids === undefined ? sql`` : sql`AND id IN (SELECT value FROM ${elementsOf(store, ids)})`}
    ${within(filter, limit)}`;
  // A single one can be looked at however large it is.
  const most = limit > 1 ? MOST_PAGE_BYTES : Infinity;
  if ((await weigh(store, page, most)) > LONG_BYTES) {
    await turns.give();
    // Larger activities may have come meanwhile.
    await weigh(store, page, most);
  }
  const { rows } = await sql<ActivityRow>`SELECT * ${page}`.execute(store);
  const activities = isUpwards(filter) ? rows.reverse() : rows;
  const votes = new Map<string, VoteRow[]>(activities.map(({ id }) => [id, []]));
  for (const vote of await votesOf(store, [...votes.keys()])) votes.get(vote.activity_id)?.push(vote);
  return activities.map((activity) => ({ activity, votes: votes.get(activity.id) ?? [] }));
}

/** How much requests, votes and results of some activities say, in bytes. @throws PageTooLarge for more than `most` */
async function weigh(store: Store, page: RawBuilder<unknown>, most = Infinity): Promise<number> {
  const { rows } = await sql<{ bytes: number | string | null }>`
    SELECT sum(own + (
      SELECT coalesce(sum(octet_length(message) + octet_length("user")), 0) FROM vote WHERE activity_id = each.id
    )) AS bytes
    FROM (
      SELECT id, octet_length(intent) + coalesce(octet_length(result), 0) + coalesce(octet_length(app_proofs), 0) AS own
      ${page}
    ) AS each`.execute(store);
  const bytes = Number(rows[0]?.bytes ?? 0);
  if (bytes > most) throw new PageTooLarge();
  return bytes;
}

/** Whether the page is looked for from an old activity on to newer ones. */
const isUpwards = ({ before, after }: ActivityFilter): boolean => after !== undefined && before === undefined;

const directionOf = (filter: ActivityFilter): RawBuilder<unknown> =>
  isUpwards(filter) ? sql`ASC` : sql`DESC`;

/** The end of a statement that reads so many activities, or their ids, between the filter's cursors. */
const within = (filter: BoundFilter, limit: number): RawBuilder<unknown> => sql`
  ${filter.upTo === undefined ? sql`` : sql`AND id <= ${filter.upTo}`}
  ${filter.before === undefined ? sql`` : sql`AND id < ${filter.before}`}
  ${filter.after === undefined ? sql`` : sql`AND id > ${filter.after}`}
  ORDER BY id ${directionOf(filter)} LIMIT ${limit}`;

/** A pair of a status and a type; one index has the activities of each in order. */
interface Kind {
  readonly status: string;
  readonly type: string;
}

/**
 * The ids of a page of what has certain statuses or types. SQLite reads an index in order for one value, and sorts
 * everything for several: so a few are read of each kind by itself, and more of those whose few are all in the page: these share
 * twice a page among them, so that the one kind that most activities are of needs no third round. With a page of n that reads
 * at most 2 n in each round, however many kinds there are.
 */
async function idsByKind(store: Store, filter: BoundFilter): Promise<string[]> {
  const { limit } = filter;
  const newerFirst = isUpwards(filter) ? 1 : -1;
  const found = new Map<Kind, string[]>((await kindsOf(store, filter)).map((kind) => [kind, []]));
  let wanted = [...found.keys()];
  for (
    let most = Math.ceil(limit / Math.max(1, found.size));
    ;
    most = Math.min(limit, Math.floor((2 * limit) / wanted.length))
  ) {
    for (const { place, ids } of await idsOfEach(store, filter, wanted, most)) {
      const kind = wanted[place];
      if (kind !== undefined) found.set(kind, JSON.parse(ids) as string[]);
    }
    const page = [...found.values()].flat().sort((a, b) => (a < b ? -newerFirst : newerFirst));
    const last = page[limit - 1];
    const isInPage = (id: string): boolean =>
      last === undefined || (newerFirst === 1 ? id <= last : id >= last);
    const isCutOff = (kind: Kind): boolean => {
      const ids = found.get(kind) ?? [];
      return ids.length === most && isInPage(ids.at(-1) ?? '');
    };
    wanted = most === limit ? [] : wanted.filter(isCutOff);
    if (wanted.length === 0) return page.slice(0, limit);
  }
}

/**
 * The first ids of each kind in the filter's order, by the kind's place in the list; those of a kind as one JSON text, which costs a
 * quarter of a row for each id.
 */
async function idsOfEach(
  store: Store,
  filter: BoundFilter,
  kinds: readonly Kind[],
  limit: number,
): Promise<readonly { readonly place: number; readonly ids: string }[]> {
  const ofKind = sql`
    SELECT id FROM activity
    WHERE organization_id = ${filter.organizationId}
    AND status = kind.value ->> 'status' AND type = kind.value ->> 'type' ${within(filter, limit)}`;
  const list = JSON.stringify(kinds);
  const { rows } = await (
    isPostgres(store)
      ? sql<{ place: number; ids: string }>`
        SELECT kind.place - 1 AS place, array_to_json(ARRAY(${ofKind}))::text AS ids
        FROM json_array_elements(${list}::json) WITH ORDINALITY AS kind (value, place)`
      : sql<{ place: number; ids: string }>`
        SELECT kind.key AS place, (SELECT json_group_array(id) FROM (${ofKind})) AS ids
        FROM json_each(${list}) AS kind`
  ).execute(store);
  return rows;
}

/** The kinds that a filter names: each type that there is, by one look into the index for each, where it names none. */
async function kindsOf(
  store: Store,
  { organizationId, statuses, types }: ActivityFilter,
): Promise<readonly Kind[]> {
  const wanted: readonly string[] = statuses.length > 0 ? statuses : ACTIVITY_STATUSES;
  if (types.length > 0)
    return [...new Set(wanted)].flatMap((status) => [...new Set(types)].map((type) => ({ status, type })));
  const { rows } = await sql<Kind>`
    WITH RECURSIVE kind (status, type) AS (
      SELECT DISTINCT value, (
        SELECT min(type) FROM activity WHERE organization_id = ${organizationId} AND status = value
      ) FROM ${elementsOf(store, JSON.stringify(wanted))}
      UNION ALL
      SELECT status, (
        SELECT min(activity.type) FROM activity
        WHERE organization_id = ${organizationId} AND activity.status = kind.status AND activity.type > kind.type
      ) FROM kind WHERE kind.type IS NOT NULL
    ) SELECT status, type FROM kind WHERE type IS NOT NULL`.execute(store);
  return rows;
}

const withVotes = async (
  store: Store,
  activity: ActivityRow | undefined,
): Promise<ActivityWithVotes | undefined> =>
  activity && { activity, votes: await votesOf(store, [activity.id]) };

/** The votes on each activity that waits for some and was voted on after a time, in milliseconds since the epoch. */
export async function* votesOnOpen(store: Store, after: number): AsyncGenerator<readonly VoteRow[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM activity WHERE status = 'ACTIVITY_STATUS_CONSENSUS_NEEDED'
    AND EXISTS (SELECT 1 FROM vote WHERE activity_id = activity.id AND created_at > ${after})`.execute(store);
  for (const { id } of rows) yield await votesOf(store, [id]);
}

/** The votes of some activities, oldest first. */
async function votesOf(store: Store, activityIds: readonly string[]): Promise<readonly VoteRow[]> {
  if (activityIds.length === 0) return [];
  // SQLite prepares one text for a list of any length. PostgreSQL reads all votes for such a list while it has no statistics.
  const among = isPostgres(store)
    ? sql`(${sql.join(activityIds)})`
    : sql`(SELECT value FROM ${elementsOf(store, JSON.stringify(activityIds))})`;
  const { rows } = await sql<VoteRow>`
    SELECT * FROM vote WHERE activity_id IN ${among} ORDER BY created_at, rowid`.execute(store);
  return rows;
}
