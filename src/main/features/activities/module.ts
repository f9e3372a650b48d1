import { z } from 'zod';
import type { ActivityRow } from '#preload/contract/activities.ts';
import { ACTIVITY_STATUSES, type Activity } from '#protocol/activity.ts';
import { getActivity, listActivities } from '#protocol/catalogue/activities.ts';
import { listUsers } from '#protocol/catalogue/users.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import { type RowConsensus, createRowConsensus } from '../../governance/votes/consensus.ts';
import { reportFault } from '../../platform/errors.ts';
import { featureError } from '../errors.ts';
import type { PreviewModuleParts } from '../previews/module.ts';
import { describeActivity, rowOf } from './describe-activity.ts';
import { watchActivities } from './watch-activities.ts';

/** Which activities are listed, and from where. */
interface RowFilter {
  readonly status: readonly string[];
  readonly types: readonly string[];
  readonly userId: string | null;
  readonly waitsForMe: boolean;
  readonly sinceMs: number | null;
  readonly before: string | null;
  readonly limit: number;
}

/** How many pages of the service are looked through for one of ours. */
const PAGES = 10;
const LARGEST = 100;

/**
 * A page of rows. The service filters by status and type; by user, time and whose vote is missing is filtered here, over
 * as many of its pages as it takes, within a limit: then the page is short, and `next` goes on.
 * @throws ServiceError
 */
async function listRows(
  ask: ContextResolver['query'],
  filter: RowFilter,
  consensusOf: RowConsensus,
): Promise<{ rows: ActivityRow[]; next: string | null }> {
  const { found, next } = await collect(ask, filter);
  const stands = await consensusOf(found);
  return { rows: found.map((activity) => rowOf(activity, stands.get(activity.id))), next };
}

async function collect(
  ask: ContextResolver['query'],
  filter: RowFilter,
): Promise<{ found: Activity[]; next: string | null }> {
  const { userId, sinceMs, limit } = filter;
  const isNarrow = userId !== null || filter.waitsForMe;
  const pageSize = isNarrow ? LARGEST : limit;
  const found: Activity[] = [];
  let before = filter.before;
  for (let page = 0; page < PAGES; page += 1) {
    const { activities } = await ask(listActivities, {
      ...(filter.status.length === 0
        ? {}
        : { filterByStatus: ACTIVITY_STATUSES.filter((known) => filter.status.includes(known)) }),
      ...(filter.types.length === 0 ? {} : { filterByType: [...filter.types] }),
      paginationOptions: { limit: String(pageSize), ...(before === null ? {} : { before }) },
    });
    for (const activity of activities) {
      const row = rowOf(activity);
      if (sinceMs !== null && row.createdAtMs < sinceMs) return { found, next: null };
      before = row.id;
      if ((userId !== null && row.whoId !== userId) || (filter.waitsForMe && !row.waitsForMe)) continue;
      found.push(activity);
      if (found.length === limit) return { found, next: before };
    }
    if (activities.length < pageSize) return { found, next: null };
  }
  return { found, next: before };
}

const uuid = z.uuid();

type Needs = PreviewModuleParts &
  Pick<ConsoleContext, 'host' | 'clock' | 'timing' | 'sessions' | 'runtime' | 'announce' | 'news'>;

/** What was asked for in the organization; what waits is counted for the window, and told to the desktop. */
export const activities = defineModule({
  start: ({
    host,
    clock,
    timing,
    sessions,
    runtime,
    announce,
    news,
    reads,
  }: Needs): ModuleParts<'activities'> => {
    const watch = watchActivities({
      sessions,
      clock,
      everyMs: timing.watchMs,
      userIdOf: (publicKey) => runtime.identities.get(publicKey)?.userId,
      onWaiting: (count) => {
        if (runtime.waitingForMe === count) return;
        runtime.waitingForMe = count;
        announce();
      },
      onNotice: (notice) => {
        // It names what was asked for. What waits is counted again when somebody unlocks.
        if (runtime.locked) return;
        host.send('console', 'activities.noticed', notice);
        host.notify(notice.title, notice.text, () =>
          host.send('console', 'activities.opened', { activityId: notice.activityId }),
        );
      },
      onFault: (error) => reportFault('watch', error),
    });
    news.recorded.on(() => watch.refreshSoon());
    news.identified.on(() => watch.refreshSoon());
    const consensusOf = createRowConsensus(sessions.query);
    return {
      handlers: {
        activities: {
          people: async () => {
            const { users } = await sessions.query(listUsers, {});
            return users.map(({ userId, userName }) => ({ id: userId, name: userName }));
          },
          list: (filter) => listRows(sessions.query, filter, consensusOf),
          get: async ({ id }) => {
            if (!uuid.safeParse(id).success) throw featureError('ACTIVITY_UNKNOWN');
            const { activity } = await sessions.query(getActivity, { activityId: id });
            return describeActivity(activity, reads, await sessions.pinnedKeys());
          },
        },
      },
      close: () => watch.stop(),
    };
  },
});
