import { z } from 'zod';
import { activity, activityStatus } from '../activity.ts';
import { paginationOptions } from './fields.ts';
import { query } from './operation.ts';

/** PROTOCOL.md, section 6.5: newest first. */
export const listActivities = query({
  path: 'list_activities',
  summary: 'List activities',
  parameters: z.strictObject({
    filterByStatus: z.array(activityStatus).nullish(),
    filterByType: z.array(z.string().regex(/^ACTIVITY_TYPE_[A-Z0-9_]+$/)).nullish(),
    paginationOptions: paginationOptions.nullish(),
  }),
  output: z.looseObject({ activities: z.array(activity) }),
});
