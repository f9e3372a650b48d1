import { z } from 'zod';
import { call, nothing } from './call.ts';

export const profile = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['local', 'hosted']),
  baseUrl: z.string(),
  organizationId: z.string().nullable(),
  organizationName: z.string().nullable(),
  /** Who the current credential belongs to, once the service said so. */
  username: z.string().nullable(),
  userId: z.string().nullable(),
});
export type Profile = z.infer<typeof profile>;

/** Where requests go. */
export const profilesCalls = {
  select: call('write', z.object({ id: z.string() }), nothing),
  add: call(
    'write',
    z.object({
      name: z.string().trim().min(1).max(60),
      baseUrl: z.url({ protocol: /^https?$/ }),
      organizationId: z.uuid(),
    }),
    z.object({ id: z.string() }),
  ),
  remove: call('destroy', z.object({ id: z.string() }), nothing),
};
