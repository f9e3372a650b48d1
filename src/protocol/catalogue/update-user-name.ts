import { z } from 'zod';
import { id, name } from './fields.ts';
import { submit } from './operation.ts';

/** Specification, "update_user_name". */
export const updateUserName = submit({
  path: 'update_user_name',
  type: 'ACTIVITY_TYPE_UPDATE_USER_NAME',
  intent: 'updateUserNameIntent',
  result: 'updateUserNameResult',
  effect: 'write',
  summary: 'Rename a user',
  parameters: z.strictObject({
    userId: id('User', 'user'),
    userName: name('New name'),
  }),
  output: z.looseObject({ userId: z.string() }),
});
