import { updateUserName as operation } from '../../protocol/catalogue/users.ts';
import { submitHandler } from '../engine/operation-handler.ts';
import { requireUser } from './require-user.ts';
import { updateWhere } from '../storage/rows.ts';

export const updateUserName = submitHandler(operation, async (context, { userId, userName }) => {
  await requireUser(context, userId);
  await updateWhere(context.store, 'user', { id: userId }, { name: userName, updated_at: context.now });
  return { userId };
});
