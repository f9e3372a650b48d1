import { z } from 'zod';
import { id } from './fields.ts';
import { tvcDeployment } from './tvc-fields.ts';
import { query } from './operation.ts';

/** OPERATIONS.md. */
export const listTvcAppDeployments = query({
  path: 'list_tvc_app_deployments',
  summary: 'List deployments of a TVC app',
  parameters: z.strictObject({ appId: id('App', 'tvcApp') }),
  output: z.looseObject({ tvcDeployments: z.array(tvcDeployment) }),
});
