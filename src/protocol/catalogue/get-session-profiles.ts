import { z } from 'zod';
import { query } from './operation.ts';
import { sessionProfile } from './session-profile.ts';

/** OPERATIONS.md, "get_session_profiles". */
export const getSessionProfiles = query({
  path: 'get_session_profiles',
  summary: 'List session profiles',
  parameters: z.strictObject({}),
  output: z.looseObject({ sessionProfiles: z.array(sessionProfile) }),
});
