import { z } from 'zod';
import { appProof } from '../activity.ts';
import { id } from './fields.ts';
import { query } from './operation.ts';

/** OPERATIONS.md. */
export const listAppProofs = query({
  path: 'list_app_proofs',
  summary: 'List app proofs of an activity',
  parameters: z.strictObject({ activityId: id('Activity', 'activity') }),
  output: z.looseObject({ appProofs: z.array(appProof) }),
});
