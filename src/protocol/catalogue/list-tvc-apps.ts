import { z } from 'zod';
import { tvcApp } from './tvc-fields.ts';
import { query } from './operation.ts';

/** OPERATIONS.md. */
export const listTvcApps = query({
  path: 'list_tvc_apps',
  summary: 'List TVC apps',
  parameters: z.strictObject({}),
  output: z.looseObject({ tvcApps: z.array(tvcApp) }),
});
