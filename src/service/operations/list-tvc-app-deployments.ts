import { listTvcAppDeployments as operation } from '../../protocol/catalogue/list-tvc-app-deployments.ts';
import { answer } from '../activities/effect.ts';
import { tvcDeploymentsOf } from '../storage/tvc-apps.ts';
import { deploymentRecord } from '../tvc/records.ts';
import { requireApp } from '../tvc/require-app.ts';

export const listTvcAppDeployments = answer(operation, async ({ store, caller }, { appId }) => {
  const app = await requireApp(store, caller.organizationId, appId);
  const deployments = await tvcDeploymentsOf(store, app.id);
  return {
    tvcDeployments: await Promise.all(deployments.map((each) => deploymentRecord(store, app, each))),
  };
});
