import { z } from 'zod';
import { id } from './fields.ts';
import { tvcDeployment } from './tvc-fields.ts';
import { query } from './operation.ts';

/** OPERATIONS.md. */
export const getTvcDeployment = query({
  path: 'get_tvc_deployment',
  summary: 'Show a TVC deployment',
  parameters: z.strictObject({ deploymentId: id('Deployment', 'tvcDeployment') }),
  output: z.looseObject({ tvcDeployment }),
});
