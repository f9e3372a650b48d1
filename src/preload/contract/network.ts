import { z } from 'zod';
import { call } from './call.ts';

/** How the service sees this console. */
export const networkCalls = {
  /**
   * Whether the credential in use gets past the IP allowlists as they are, and the address that the service sees; null where
   * this machine cannot know it.
   */
  standing: call(
    'read',
    z.undefined(),
    z.object({ source: z.string().nullable(), standing: z.enum(['in', 'out', 'unknown']) }),
  ),
};
