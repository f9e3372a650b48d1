import { z } from 'zod';
import { activity } from '../activity.ts';
import { id } from './fields.ts';
import { query } from './operation.ts';

/** PROTOCOL.md, section 6.5. */
export const getActivity = query({
  path: 'get_activity',
  summary: 'Show an activity',
  parameters: z.strictObject({ activityId: id('Activity', 'activity') }),
  output: z.looseObject({ activity }),
});
