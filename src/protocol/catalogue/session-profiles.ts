import { z } from 'zod';
import { timestamp } from '../activity.ts';
import { expirationSeconds, name, id } from './fields.ts';
import { submit, query } from './operation.ts';

/** A session profile as queries show it (OPERATIONS.md, v1SessionProfile); `scope` is policy language. */
export const sessionProfile = z.looseObject({
  sessionProfileId: z.string(),
  sessionProfileName: z.string(),
  scope: z.string(),
  expirationSeconds: z.string().optional(),
  notes: z.string().optional(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type SessionProfile = z.infer<typeof sessionProfile>;

/** OPERATIONS.md, "create_session_profile": what the sessions made with it may do, as a condition of the policy language. */
export const createSessionProfile = submit({
  path: 'create_session_profile',
  refusesAppProofs: true,
  effect: 'write',
  summary: 'Create a session profile',
  parameters: z.strictObject({
    sessionProfileName: name('Name'),
    scope: z.string().min(1).max(8192).meta({ label: 'Scope', control: 'condition' }),
    expirationSeconds: expirationSeconds().nullish(),
    notes: z.string().max(4096).nullish().meta({ label: 'Notes', control: 'text' }),
  }),
  output: z.looseObject({ sessionProfileId: z.string() }),
});

/** OPERATIONS.md, "get_session_profile". */
export const getSessionProfile = query({
  path: 'get_session_profile',
  summary: 'Show a session profile',
  parameters: z.strictObject({ sessionProfileId: id('Session profile', 'sessionProfile') }),
  output: z.looseObject({ sessionProfile }),
});

/** OPERATIONS.md, "get_session_profiles". */
export const getSessionProfiles = query({
  path: 'get_session_profiles',
  summary: 'List session profiles',
  parameters: z.strictObject({}),
  output: z.looseObject({ sessionProfiles: z.array(sessionProfile) }),
});
