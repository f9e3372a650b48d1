import { getPolicyEvaluations as operation } from '../../protocol/catalogue/activities.ts';
import { queryHandler } from '../activities/operation-handler.ts';
import { timeText } from '../activities/record.ts';
import { ServiceError } from '../service-error.ts';
import { findActivity } from '../storage/activities.ts';
import { policyEvaluationsOf } from '../storage/policies.ts';

export const getPolicyEvaluations = queryHandler(operation, async ({ store, caller }, { activityId }) => {
  if ((await findActivity(store, caller.organizationId, activityId)) === undefined)
    throw new ServiceError('NOT_FOUND', 'NOT_FOUND', `no activity found with the ID ${activityId}`);
  const rows = await policyEvaluationsOf(store, caller.organizationId, activityId);
  return {
    policyEvaluations: rows.map((row) => ({
      id: row.id,
      activityId: row.activity_id,
      organizationId: row.organization_id,
      voteId: row.vote_id,
      policyEvaluations: JSON.parse(row.evaluations) as { policyId: string; outcome: string }[],
      createdAt: timeText(row.created_at),
    })),
  };
});
