import { listActivities as operation } from '../../protocol/catalogue/activities.ts';
import { queryHandler } from '../activities/operation-handler.ts';
import { activityRecord } from '../activities/record.ts';
import { listActivitiesOf } from '../storage/activities.ts';

const DEFAULT_LIMIT = 10;

export const listActivities = queryHandler(
  operation,
  async ({ store, caller, votePermissionsOn: sayOn }, parameters) => {
    const { limit, before, after } = parameters.paginationOptions ?? {};
    const activities = await listActivitiesOf(store, {
      organizationId: caller.organizationId,
      statuses: parameters.filterByStatus ?? [],
      types: parameters.filterByType ?? [],
      limit: Number(limit ?? DEFAULT_LIMIT),
      before: before?.toLowerCase(),
      after: after?.toLowerCase(),
    });
    const records = [];
    for (const found of activities) records.push(activityRecord(found, await sayOn(found)));
    return { activities: records };
  },
);
