import { deleteTvcAppAndDeployments as operation } from '../../protocol/catalogue/tvc.ts';
import { submitHandler } from '../engine/operation-handler.ts';
import { deleteRow, deleteWhere } from '../storage/rows.ts';
import { requireApp } from '../features/tvc/require-app.ts';

/** The app's operator sets stay: other apps can name them. */
export const deleteTvcAppAndDeployments = submitHandler(operation, async ({ store, caller }, { appId }) => {
  const app = await requireApp(store, caller.organizationId, appId);
  await deleteWhere(store, 'tvc_deployment', { app_id: app.id });
  await deleteRow(store, 'tvc_app', caller.organizationId, app.id);
  return { appId };
});
