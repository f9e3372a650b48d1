import { z } from 'zod';
import { expirationSeconds, name } from './fields.ts';
import { submit } from './operation.ts';

/** OPERATIONS.md, "create_session_profile": what the sessions made with it may do, as a condition of the policy language. */
export const createSessionProfile = submit({
  path: 'create_session_profile',
  type: 'ACTIVITY_TYPE_CREATE_SESSION_PROFILE',
  intent: 'createSessionProfileIntent',
  result: 'createSessionProfileResult',
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
