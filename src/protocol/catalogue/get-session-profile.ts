import { z } from 'zod';
import { id } from './fields.ts';
import { query } from './operation.ts';
import { sessionProfile } from './session-profile.ts';

/** OPERATIONS.md, "get_session_profile". */
export const getSessionProfile = query({
  path: 'get_session_profile',
  summary: 'Show a session profile',
  parameters: z.strictObject({ sessionProfileId: id('Session profile', 'sessionProfile') }),
  output: z.looseObject({ sessionProfile }),
});
