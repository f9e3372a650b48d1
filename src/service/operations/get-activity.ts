import { getActivity as operation } from '../../protocol/catalogue/activities.ts';
import { queryHandler } from '../activities/operation-handler.ts';
import { activityRecord } from '../activities/record.ts';
import { ServiceError } from '../service-error.ts';
import { findActivity } from '../storage/activities.ts';

export const getActivity = queryHandler(
  operation,
  async ({ store, caller, votePermissionsOn: sayOn }, { activityId }) => {
    const found = await findActivity(store, caller.organizationId, activityId);
    if (found === undefined)
      throw new ServiceError('NOT_FOUND', 'NOT_FOUND', `no activity found with the ID ${activityId}`);
    return { activity: activityRecord(found, await sayOn(found)) };
  },
);
