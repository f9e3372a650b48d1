import type { Handlers } from '../../../preload/contract/call.ts';
import type { ConsoleContract } from '../../../preload/contract.ts';
import { getActivity } from '../../../protocol/catalogue/get-activity.ts';
import { listUsers } from '../../../protocol/catalogue/list-users.ts';
import { describeActivity } from './describe-activity.ts';
import { listRows } from './list-rows.ts';
import { createRowConsensus } from '../votes/row-consensus.ts';
import type { PreviewReads } from '../previews/preview-maker.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';
import { z } from 'zod';
import { featureError } from '../errors.ts';

const uuid = z.uuid();

export function activityHandlers(
  sessions: ContextResolver,
  reads: PreviewReads,
): Handlers<ConsoleContract>['activities'] {
  const consensusOf = createRowConsensus(sessions.query);
  return {
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
  };
}
