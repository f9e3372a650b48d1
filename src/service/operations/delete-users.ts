import { deleteUsers as operation } from '../../protocol/catalogue/users.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { invalidField } from '../service-error.ts';
import { apiKeysOfUser, deleteApiKey } from '../storage/api-keys.ts';
import { findRootQuorum } from '../storage/root-quorum.ts';
import { deleteUser } from '../storage/users.ts';
import { requireUser } from './require-user.ts';

export const deleteUsers = submitHandler(operation, async (context, { userIds }) => {
  const { store, caller } = context;
  const rootQuorum = await findRootQuorum(store, caller.organizationId);
  const wanted = [...new Set(userIds)];
  for (const userId of wanted) {
    await requireUser(context, userId);
    if (rootQuorum.userIds.includes(userId)) {
      throw invalidField(
        'parameters.userIds',
        `${userId} is in the root quorum; take the user out of it first`,
      );
    }
    for (const key of await apiKeysOfUser(store, userId)) await deleteApiKey(store, key);
    await deleteUser(store, userId);
  }
  return { userIds: wanted };
});
