import { getUser as operation } from '../../protocol/catalogue/get-user.ts';
import { answer } from '../activities/effect.ts';
import { userRecord } from '../activities/user-record.ts';
import { requireUser } from './require-user.ts';

export const getUser = answer(operation, async (context, { userId }) => {
  await requireUser(context, userId);
  return { user: await userRecord(context.store, context.caller.organizationId, userId) };
});
