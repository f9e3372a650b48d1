import { z } from 'zod';
import { id } from './fields.ts';
import { query } from './operation.ts';
import { user } from './user-record.ts';

/** PROTOCOL.md, section 12. */
export const getUser = query({
  path: 'get_user',
  summary: 'Show a user',
  parameters: z.strictObject({ userId: id('User', 'user') }),
  output: z.looseObject({ user }),
});
