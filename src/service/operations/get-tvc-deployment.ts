import { getTvcDeployment as operation } from '../../protocol/catalogue/tvc.ts';
import { queryHandler } from '../engine/operation-handler.ts';
import { deploymentRecord } from '../features/tvc/records.ts';
import { notFound } from './not-found.ts';
import { findRow, firstWhere } from '../storage/rows.ts';

/** A deployment belongs to whom its app belongs to. */
export const getTvcDeployment = queryHandler(operation, async ({ store, caller }, { deploymentId }) => {
  const deployment = await firstWhere(store, 'tvc_deployment', { id: deploymentId });
  const app = deployment && (await findRow(store, 'tvc_app', caller.organizationId, deployment.app_id));
  if (deployment === undefined || app === undefined) throw notFound('TVC deployment', deploymentId);
  return { tvcDeployment: await deploymentRecord(store, app, deployment) };
});
