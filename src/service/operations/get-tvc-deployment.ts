import { getTvcDeployment as operation } from '../../protocol/catalogue/tvc.ts';
import { queryHandler } from '../activities/operation-handler.ts';
import { findTvcApp, findTvcDeployment } from '../storage/tvc-apps.ts';
import { deploymentRecord } from '../tvc/records.ts';
import { notFound } from './not-found.ts';

/** A deployment belongs to whom its app belongs to. */
export const getTvcDeployment = queryHandler(operation, async ({ store, caller }, { deploymentId }) => {
  const deployment = await findTvcDeployment(store, deploymentId);
  const app = deployment && (await findTvcApp(store, caller.organizationId, deployment.app_id));
  if (deployment === undefined || app === undefined) throw notFound('TVC deployment', deploymentId);
  return { tvcDeployment: await deploymentRecord(store, app, deployment) };
});
