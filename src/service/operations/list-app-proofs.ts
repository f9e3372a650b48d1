import { listAppProofs as operation } from '../../protocol/catalogue/activities.ts';
import type { OutputOf } from '../../protocol/catalogue/operation.ts';
import { queryHandler } from '../activities/operation-handler.ts';
import { findActivity } from '../storage/activities.ts';
import { notFound } from './not-found.ts';

/** An activity that asked for no proofs, or is not complete, has none. */
export const listAppProofs = queryHandler(operation, async ({ store, caller }, { activityId }) => {
  const found = await findActivity(store, caller.organizationId, activityId);
  if (found === undefined) throw notFound('activity', activityId);
  const proofs = found.activity.app_proofs;
  return {
    appProofs: proofs === null ? [] : (JSON.parse(proofs) as OutputOf<typeof operation>['appProofs']),
  };
});
