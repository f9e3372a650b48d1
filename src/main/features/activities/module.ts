import { featureError } from '../errors.ts';
import { z } from 'zod';
import { getActivity } from '#protocol/catalogue/activities.ts';
import { listUsers } from '#protocol/catalogue/users.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { defineModule } from '../../context/module.ts';
import type { ModuleParts } from '../../context/module.ts';
import { reportFault } from '../../platform/errors.ts';
import type { PreviewModuleParts } from '../previews/module.ts';
import { createRowConsensus } from '../../governance/votes/consensus.ts';
import { describeActivity } from './describe-activity.ts';
import { listRows } from './list-rows.ts';
import { watchActivities } from './watch-activities.ts';

const uuid = z.uuid();

type Needs = PreviewModuleParts &
  Pick<ConsoleContext, 'host' | 'clock' | 'timing' | 'sessions' | 'volatile' | 'announce' | 'news'>;

/** What was asked for in the organization; what waits is counted for the window, and told to the desktop. */
export const activities = defineModule({
  start: ({
    host,
    clock,
    timing,
    sessions,
    volatile,
    announce,
    news,
    reads,
  }: Needs): ModuleParts<'activities'> => {
    const watch = watchActivities({
      sessions,
      clock,
      everyMs: timing.watchMs,
      userIdOf: (publicKey) => volatile.identities.get(publicKey)?.userId,
      onWaiting: (count) => {
        if (volatile.waitingForMe === count) return;
        volatile.waitingForMe = count;
        announce();
      },
      onNotice: (notice) => {
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
