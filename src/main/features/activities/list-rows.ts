import type { ActivityRow } from '#preload/contract/activities.ts';
import { ACTIVITY_STATUSES, type Activity, timestampMs } from '#protocol/activity.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';
import type { RowConsensus } from '../../governance/votes/consensus.ts';
import { activityPages } from '../../service-client/client.ts';
import type { PreviewReads } from '../previews/module.ts';
import { rowOf, waitsForMe } from './describe-activity.ts';
import { type ObjectNames, withObjects } from './object-names.ts';

/** Which activities are listed, and from where. */
export interface RowFilter {
  readonly status: readonly string[];
  readonly types: readonly string[];
  readonly userId: string | null;
  readonly waitsForMe: boolean;
  readonly sinceMs: number | null;
  readonly before: string | null;
  readonly limit: number;
}

/** What the operator's files call some activities, by ID. */
export type ReferencesOf = (activityIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** What the rows say beside the service’s records. */
interface RowSources {
  readonly consensusOf: RowConsensus;
  readonly contacts: PreviewReads['contacts'];
  readonly objects: Pick<ObjectNames, 'forRequests'>;
  readonly references: ReferencesOf;
}

/** How many pages of the service are looked through for one of ours. */
const PAGES = 10;
const LARGEST = 100;

/**
 * A page of rows. The service filters by status and type; by user, time and whose vote is missing is filtered here, over
 * as many of its pages as it takes, within a limit: then the page is short, and `next` goes on.
 * @throws ServiceError
 */
export async function listRows(
  ask: ContextResolver['query'],
  filter: RowFilter,
  { consensusOf, contacts, objects, references }: RowSources,
): Promise<{ rows: ActivityRow[]; next: string | null }> {
  const { found, next } = await collect(ask, filter);
  const [stands, known, named, called] = await Promise.all([
    consensusOf(found),
    contacts?.(),
    objects.forRequests(found),
    references(found.map(({ id }) => id)),
  ]);
  const nameOf = withObjects(named, known);
  return {
    rows: found.map((activity) =>
      rowOf(activity, {
        consensus: stands.get(activity.id),
        nameOf,
        reference: called.get(activity.id),
      }),
    ),
    next,
  };
}

/** The activities of a page; see {@link listRows}. @throws ServiceError */
export async function collect(
  ask: ContextResolver['query'],
  filter: RowFilter,
): Promise<{ found: Activity[]; next: string | null }> {
  const { userId, sinceMs, limit } = filter;
  const isNarrow = userId !== null || filter.waitsForMe;
  const pageSize = isNarrow ? LARGEST : limit;
  const found: Activity[] = [];
  let before = filter.before;
  const most = PAGES * pageSize;
  const pages = activityPages(ask, {
    ...(filter.status.length === 0
      ? {}
      : { filterByStatus: ACTIVITY_STATUSES.filter((known) => filter.status.includes(known)) }),
    ...(filter.types.length === 0 ? {} : { filterByType: [...filter.types] }),
    before,
    size: pageSize,
    most,
  });
  let count = 0;
  for await (const page of pages) {
    count += page.length;
    for (const activity of page) {
      // Not as a row: that would read each transaction once more.
      const isOld = sinceMs !== null && (timestampMs(activity.createdAt) ?? 0) < sinceMs;
      if (isOld) return { found, next: null };
      before = activity.id;
      if (userId !== null && activity.votes[0]?.userId !== userId) continue;
      if (filter.waitsForMe && !waitsForMe(activity)) continue;
      found.push(activity);
      if (found.length === limit) return { found, next: before };
    }
  }
  return { found, next: count < most ? null : before };
}
