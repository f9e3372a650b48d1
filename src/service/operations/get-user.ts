import { getUser as operation } from '../../protocol/catalogue/users.ts';
import { queryHandler } from '../activities/operation-handler.ts';
import { userRecord } from '../activities/user-record.ts';
import { requireUser } from './require-user.ts';

export const getUser = queryHandler(operation, async (context, { userId }) => {
  await requireUser(context, userId);
  return { user: await userRecord(context.store, context.caller.organizationId, userId) };
});
