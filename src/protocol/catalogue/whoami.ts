import { z } from 'zod';
import { query } from './operation.ts';

/** PROTOCOL.md, section 12. */
export const whoami = query({
  path: 'whoami',
  summary: 'Who am I',
  parameters: z.strictObject({}),
  output: z.looseObject({
    organizationId: z.string(),
    organizationName: z.string(),
    userId: z.string(),
    username: z.string(),
  }),
});
