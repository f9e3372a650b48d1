import { z } from 'zod';
import { id } from './fields.ts';
import { tvcApp } from './tvc-fields.ts';
import { query } from './operation.ts';

/** OPERATIONS.md. */
export const getTvcApp = query({
  path: 'get_tvc_app',
  summary: 'Show a TVC app',
  parameters: z.strictObject({ tvcAppId: id('App', 'tvcApp') }),
  output: z.looseObject({ tvcApp }),
});
