import { z } from 'zod';
import { getActivity } from '#protocol/catalogue/activities.ts';
import { listUsers } from '#protocol/catalogue/users.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import { createRowConsensus } from '../../governance/votes/consensus.ts';
import { reportFault } from '../../platform/errors.ts';
import { featureError } from '../errors.ts';
import type { PreviewModuleParts } from '../previews/module.ts';
import { recordCsv, recordJson, recordOf } from './activity-record.ts';
import { describeActivity } from './describe-activity.ts';
import { listRows } from './list-rows.ts';
import { trialOf } from './try-policy.ts';
import { watchActivities } from './watch-activities.ts';

export { RECORD_NAME, checkRecord } from './activity-record.ts';

const uuid = z.uuid();

type Needs = PreviewModuleParts &
  Pick<
    ConsoleContext,
    'host' | 'clock' | 'timing' | 'sessions' | 'inventory' | 'runtime' | 'announce' | 'news'
  >;

/** What was asked for in the organization; what waits is counted for the window, and told to the desktop. */
export const activities = defineModule({
  start: ({
    host,
    clock,
    timing,
    sessions,
    inventory,
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
          save: async ({ form, ...filter }) => {
            const { profile } = await sessions.current();
            const record = await recordOf(sessions.query, filter);
            const day = new Date(clock.now()).toISOString();
            const path = await host.save(
              `activities-${day.slice(0, 10)}.${form === 'csv' ? 'csv' : 'activities.json'}`,
              form === 'csv'
                ? recordCsv(record)
                : recordJson(record, { organizationId: profile.organizationId, savedAt: day }),
            );
            return { path, count: record.activities.length, isWhole: record.isWhole };
          },
          tryPolicy: (policy) => trialOf(policy, sessions.query, inventory),
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
