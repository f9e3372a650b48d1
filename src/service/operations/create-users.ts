import { randomUUID } from 'node:crypto';
import { createUsers as operation } from '../../protocol/catalogue/create-users.ts';
import { effect } from '../activities/effect.ts';
import { insertUser } from '../storage/users.ts';
import { addApiKeys } from './add-api-keys.ts';

export const createUsers = effect(operation, async (context, { users }) => {
  const { store, caller, now } = context;
  const userIds = [];
  for (const [index, user] of users.entries()) {
    const id = randomUUID();
    await insertUser(store, {
      id,
      organization_id: caller.organizationId,
      name: user.userName,
      email: user.userEmail ?? null,
      phone_number: user.userPhoneNumber ?? null,
      tags: JSON.stringify(user.userTags),
      created_at: now,
      updated_at: now,
    });
    await addApiKeys(context, id, user.apiKeys, `parameters.users.${index}.apiKeys`);
    userIds.push(id);
  }
  return { userIds };
});
