import { z } from 'zod';
import { timestamp } from '../activity.ts';

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
