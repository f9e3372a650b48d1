import { z } from 'zod';
import { call } from './call.ts';

/** Sealing of what only the service may read. */
export const sealingCalls = {
  /** Seals a plain value to a key of the profile's service that is pinned; the plain value is kept nowhere. */
  seal: call(
    'read',
    z.object({ to: z.enum(['onRamp', 'fetcher']), plain: z.string().min(1).max(4096) }),
    z.object({ sealed: z.string() }),
  ),
};
