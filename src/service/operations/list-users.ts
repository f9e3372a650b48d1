import { listUsers as operation } from '../../protocol/catalogue/users.ts';
import { queryHandler } from '../activities/operation-handler.ts';
import { userRecord } from '../activities/user-record.ts';
import { usersOf } from '../storage/users.ts';

export const listUsers = queryHandler(operation, async ({ store, caller }) => {
  const users = [];
  for (const { id } of await usersOf(store, caller.organizationId))
    users.push(await userRecord(store, caller.organizationId, id));
  return { users };
});
