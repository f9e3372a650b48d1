import { listTvcAppDeployments as operation } from '../../protocol/catalogue/tvc.ts';
import { queryHandler } from '../engine/operation-handler.ts';
import { deploymentRecord } from '../features/tvc/records.ts';
import { requireApp } from '../features/tvc/require-app.ts';
import { allWhere } from '../storage/rows.ts';

export const listTvcAppDeployments = queryHandler(operation, async ({ store, caller }, { appId }) => {
  const app = await requireApp(store, caller.organizationId, appId);
  const deployments = await allWhere(store, 'tvc_deployment', { app_id: app.id });
  return {
    tvcDeployments: await Promise.all(deployments.map((each) => deploymentRecord(store, app, each))),
  };
});
