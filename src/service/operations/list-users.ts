import { listUsers as operation } from '../../protocol/catalogue/users.ts';
import { queryHandler } from '../engine/operation-handler.ts';
import { userRecord } from '../engine/user-record.ts';
import { listRows } from '../storage/rows.ts';

export const listUsers = queryHandler(operation, async ({ store, caller }) => {
  const users = [];
  for (const { id } of await listRows(store, 'user', caller.organizationId))
    users.push(await userRecord(store, caller.organizationId, id));
  return { users };
});
