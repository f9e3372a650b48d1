import { listTvcAppDeployments as operation } from '../../protocol/catalogue/tvc.ts';
import { queryHandler } from '../activities/operation-handler.ts';
import { tvcDeploymentsOf } from '../storage/tvc-apps.ts';
import { deploymentRecord } from '../tvc/records.ts';
import { requireApp } from '../tvc/require-app.ts';

export const listTvcAppDeployments = queryHandler(operation, async ({ store, caller }, { appId }) => {
  const app = await requireApp(store, caller.organizationId, appId);
  const deployments = await tvcDeploymentsOf(store, app.id);
  return {
    tvcDeployments: await Promise.all(deployments.map((each) => deploymentRecord(store, app, each))),
  };
});
