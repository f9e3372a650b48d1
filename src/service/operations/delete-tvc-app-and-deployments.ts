import { deleteTvcAppAndDeployments as operation } from '../../protocol/catalogue/tvc.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { deleteTvcApp } from '../storage/tvc-apps.ts';
import { requireApp } from '../tvc/require-app.ts';

export const deleteTvcAppAndDeployments = submitHandler(operation, async ({ store, caller }, { appId }) => {
  const app = await requireApp(store, caller.organizationId, appId);
  await deleteTvcApp(store, app.id);
  return { appId };
});
