import { z } from 'zod';
import { id } from './fields.ts';
import { submit } from './operation.ts';

/** PROTOCOL.md, section 12. */
export const deleteUsers = submit({
  path: 'delete_users',
  type: 'ACTIVITY_TYPE_DELETE_USERS',
  intent: 'deleteUsersIntent',
  result: 'deleteUsersResult',
  effect: 'destroy',
  summary: 'Delete users',
  parameters: z.strictObject({
    userIds: z.array(id('User', 'user')).min(1).max(100).meta({ label: 'Users' }),
  }),
  output: z.looseObject({ userIds: z.array(z.string()) }),
});
