import { z } from 'zod';
import { earnStatus } from './earn-fields.ts';
import { id } from './fields.ts';
import { query } from './operation.ts';

/** OPERATIONS.md. */
export const getEarnDeployStatus = query({
  path: 'get_earn_deploy_status',
  summary: 'Show the state of an earn deployment',
  parameters: z.strictObject({ deployRequestId: id('Request', 'earnDeployment') }),
  output: z.looseObject({
    status: earnStatus,
    deployTxHash: z.string().optional(),
    error: z.string().optional(),
  }),
});
