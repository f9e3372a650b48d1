import { ACTIVITY_STATUSES } from '#protocol/activity.ts';
import * as activities from '#protocol/catalogue/activities.ts';
import type { listAppProofs } from '#protocol/catalogue/activities.ts';
import type { OutputOf } from '#protocol/catalogue/operation.ts';
import { handlersOf } from '../../engine/operation-handler.ts';
import { activityRecord, timeText } from '../../engine/records.ts';
import { notFound } from '../../engine/requirements.ts';
import { PageTooLarge, findActivityInTurn, listActivitiesOf } from '../../storage/activities.ts';
import { evaluationsOf } from '../../storage/policy-evaluations.ts';
import { hasWhere } from '../../storage/rows.ts';
import { featureError } from '../errors.ts';

const DEFAULT_LIMIT = 10;
/** Activities of each pair of a status and a type are looked for by themselves, in so many milliseconds. */
const MS_OF_KIND = 1 / 200;

export const activityHandlers = handlersOf(activities, {
  approveActivity: 'VOTE_SELECTION_APPROVED',
  rejectActivity: 'VOTE_SELECTION_REJECTED',
  getActivity: async (context, { activityId }) => {
    const { caller, votePermissionsOn: permissionsOn } = context;
    const found = await findActivityInTurn(context, caller.organizationId, activityId);
    if (found === undefined) throw notFound('activity', activityId);
    return { activity: activityRecord(found, await permissionsOn(found)) };
  },

  listActivities: {
    work: ({ filterByStatus, filterByType }) => {
      const statuses = filterByStatus?.length ?? 0;
      return (
        MS_OF_KIND * (statuses === 0 ? ACTIVITY_STATUSES.length : statuses) * (filterByType?.length ?? 0)
      );
    },
    handle: async (context, parameters) => {
      const { caller, turns, votePermissionsOn: permissionsOn } = context;
      const { limit, before, after } = parameters.paginationOptions ?? {};
      const activities = await listActivitiesOf(context, {
        organizationId: caller.organizationId,
        statuses: parameters.filterByStatus ?? [],
        types: parameters.filterByType ?? [],
        limit: Number(limit ?? DEFAULT_LIMIT),
        before: before?.toLowerCase(),
        after: after?.toLowerCase(),
      }).catch((error: unknown) => {
        if (!(error instanceof PageTooLarge)) throw error;
        throw featureError('REQUEST_INVALID.activityPage', { field: 'paginationOptions.limit' });
      });
      const records = [];
      for (const found of activities) {
        // Who may vote takes long to say where policies are over many approvers.
        records.push(activityRecord(found, await permissionsOn(found)));
        await turns.giveWhenDue();
      }
      return { activities: records };
    },
  },

  /** An activity that asked for no proofs, or is not complete, has none. */
  listAppProofs: async (context, { activityId }) => {
    const found = await findActivityInTurn(context, context.caller.organizationId, activityId);
    if (found === undefined) throw notFound('activity', activityId);
    const proofs = found.activity.app_proofs;
    return {
      appProofs: proofs === null ? [] : (JSON.parse(proofs) as OutputOf<typeof listAppProofs>['appProofs']),
    };
  },

  getPolicyEvaluations: async (context, { activityId }) => {
    const { organizationId } = context.caller;
    // All of it can have megabytes.
    if (!(await hasWhere(context.store, 'activity', { organization_id: organizationId, id: activityId })))
      throw notFound('activity', activityId);
    const evaluations = await evaluationsOf(context, organizationId, activityId);
    return {
      policyEvaluations: evaluations.map(({ id, voteId, policies, createdAt }) => ({
        id,
        activityId,
        organizationId,
        voteId,
        policyEvaluations: policies.map((each) => ({ ...each })),
        createdAt: timeText(createdAt),
      })),
    };
  },
});
