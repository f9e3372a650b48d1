import { z } from 'zod';
import { query } from './operation.ts';
import { user } from './user-record.ts';

/** PROTOCOL.md, section 12; published clients also call it `get_users`. */
export const listUsers = query({
  path: 'list_users',
  aliases: ['get_users'],
  summary: 'List users',
  parameters: z.strictObject({}),
  output: z.looseObject({ users: z.array(user) }),
});
