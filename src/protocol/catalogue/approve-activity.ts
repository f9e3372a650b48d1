import { z } from 'zod';
import { fingerprint } from './fields.ts';
import { submit } from './operation.ts';

/** PROTOCOL.md, section 6.4: the answer is the activity that was voted on; the vote has no result of its own. */
export const approveActivity = submit({
  path: 'approve_activity',
  type: 'ACTIVITY_TYPE_APPROVE_ACTIVITY',
  intent: 'approveActivityIntent',
  result: '',
  effect: 'write',
  summary: 'Approve an activity',
  parameters: z.strictObject({ fingerprint: fingerprint() }),
  output: z.unknown(),
  ballot: true,
});
