import { updateUserName as operation } from '../../protocol/catalogue/users.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { renameUser } from '../storage/users.ts';
import { requireUser } from './require-user.ts';

export const updateUserName = submitHandler(operation, async (context, { userId, userName }) => {
  await requireUser(context, userId);
  await renameUser(context.store, userId, userName, context.now);
  return { userId };
});
