import { z } from 'zod';
import { id } from './fields.ts';
import { submit } from './operation.ts';

/** Specification, "delete_tvc_app_and_deployments". */
export const deleteTvcAppAndDeployments = submit({
  path: 'delete_tvc_app_and_deployments',
  type: 'ACTIVITY_TYPE_DELETE_TVC_APP_AND_DEPLOYMENTS',
  intent: 'deleteTvcAppAndDeploymentsIntent',
  result: 'deleteTvcAppAndDeploymentsResult',
  effect: 'destroy',
  summary: 'Delete a TVC app and its deployments',
  parameters: z.strictObject({ appId: id('App', 'tvcApp') }),
  output: z.looseObject({ appId: z.string() }),
});
