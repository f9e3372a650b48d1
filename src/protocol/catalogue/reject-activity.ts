import { z } from 'zod';
import { fingerprint } from './fields.ts';
import { submit } from './operation.ts';

/** PROTOCOL.md, section 6.4: the answer is the activity that was voted on; the vote has no result of its own. */
export const rejectActivity = submit({
  path: 'reject_activity',
  type: 'ACTIVITY_TYPE_REJECT_ACTIVITY',
  intent: 'rejectActivityIntent',
  result: '',
  effect: 'write',
  summary: 'Reject an activity',
  parameters: z.strictObject({ fingerprint: fingerprint() }),
  output: z.unknown(),
  ballot: true,
});
