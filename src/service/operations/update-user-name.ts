import { updateUserName as operation } from '../../protocol/catalogue/update-user-name.ts';
import { effect } from '../activities/effect.ts';
import { renameUser } from '../storage/users.ts';
import { requireUser } from './require-user.ts';

export const updateUserName = effect(operation, async (context, { userId, userName }) => {
  await requireUser(context, userId);
  await renameUser(context.store, userId, userName, context.now);
  return { userId };
});
