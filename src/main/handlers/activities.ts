import type { Handlers } from '../../preload/call.ts';
import type { ConsoleContract } from '../../preload/contract.ts';
import { ACTIVITY_STATUSES } from '../../protocol/activity.ts';
import { getActivity } from '../../protocol/catalogue/get-activity.ts';
import { listActivities } from '../../protocol/catalogue/list-activities.ts';
import { operationError } from '../console-error.ts';
import { describeActivity, rowOf } from '../flows/describe-activity.ts';
import type { PreviewReads } from '../flows/previews/preview-maker.ts';
import type { Sessions } from '../sessions.ts';
import { z } from 'zod';

const uuid = z.uuid();

export function activityHandlers(
  sessions: Sessions,
  reads: PreviewReads,
): Handlers<ConsoleContract>['activities'] {
  return {
    list: async ({ status, types, before, limit }) => {
      const { activities } = await sessions.ask(listActivities, {
        ...(status.length === 0
          ? {}
          : { filterByStatus: ACTIVITY_STATUSES.filter((known) => status.includes(known)) }),
        ...(types.length === 0 ? {} : { filterByType: types }),
        paginationOptions: { limit: String(limit), ...(before === null ? {} : { before }) },
      });
      return activities.map(rowOf);
    },
    get: async ({ id }) => {
      if (!uuid.safeParse(id).success) throw operationError('ACTIVITY_UNKNOWN');
      const { activity } = await sessions.ask(getActivity, { activityId: id });
      return describeActivity(activity, reads);
    },
  };
}
