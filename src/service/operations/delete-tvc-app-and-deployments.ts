import { deleteTvcAppAndDeployments as operation } from '../../protocol/catalogue/delete-tvc-app-and-deployments.ts';
import { effect } from '../activities/effect.ts';
import { deleteTvcApp } from '../storage/tvc-apps.ts';
import { requireApp } from '../tvc/require-app.ts';

export const deleteTvcAppAndDeployments = effect(operation, async ({ store, caller }, { appId }) => {
  const app = await requireApp(store, caller.organizationId, appId);
  await deleteTvcApp(store, app.id);
  return { appId };
});
