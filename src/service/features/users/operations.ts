import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import * as users from '#protocol/catalogue/users.ts';
import type { createUsers } from '#protocol/catalogue/users.ts';
import { handlersOf, type SubmitContext } from '../../engine/operation-handler.ts';
import { requireRow } from '../../engine/requirements.ts';
import { userRecord, userRecords } from '../../engine/user-records.ts';
import { serviceError } from '../../errors.ts';
import { featureError } from '../errors.ts';
import { deleteApiKey } from '../../storage/session-keys.ts';
import { findRootQuorum } from '../../storage/organization.ts';
import { allWhere, deleteWhere, findRow, firstWhere, insertRow, updateWhere } from '../../storage/rows.ts';
import { addApiKeys, lookAtKeys } from '../api-keys/operations.ts';
import { addAuthenticators } from '../authenticators/operations.ts';
import { obtainProviderKeys } from '../oauth-providers/operations.ts';
import { addOauthProviders } from '../oauth-providers/add-providers.ts';

type Wanted = z.output<typeof createUsers.parameters>['users'][number];

export const userHandlers = handlersOf(users, {
  createUsers: {
    handle: async (context, { users }) => {
      const userIds = [];
      for (const [index, user] of users.entries())
        userIds.push(await create(context, user, `parameters.users.${index}`));
      return { userIds };
    },
    prepare: async (lookup, { users }) => {
      for (const { apiKeys, oauthProviders } of users) {
        await lookAtKeys(apiKeys);
        await obtainProviderKeys(lookup, oauthProviders);
      }
      return undefined;
    },
  },

  updateUserName: async (context, { userId, userName }) => {
    await requireRow(context, 'user', userId);
    await updateWhere(context.store, 'user', { id: userId }, { name: userName, updated_at: context.now });
    return { userId };
  },

  deleteUsers: async (context, { userIds }) => {
    const { store, caller } = context;
    const rootQuorum = await findRootQuorum(store, caller.organizationId);
    const wanted = [...new Set(userIds)];
    for (const userId of wanted) {
      await requireRow(context, 'user', userId);
      if (rootQuorum.userIds.includes(userId)) {
        throw featureError('REQUEST_INVALID.quorumMember', { field: 'parameters.userIds', id: userId });
      }
      for (const key of await allWhere(store, 'api_key', { user_id: userId })) await deleteApiKey(store, key);
      await deleteWhere(store, 'user', { id: userId });
    }
    return { userIds: wanted };
  },

  getUser: async (context, { userId }) => {
    await requireRow(context, 'user', userId);
    return { user: await userRecord(context.store, context.caller.organizationId, userId) };
  },

  listUsers: async (context) => ({ users: await userRecords(context, context.caller.organizationId) }),

  whoami: async ({ store, caller }) => {
    const organization = await firstWhere(store, 'organization', { id: caller.organizationId });
    const user = await findRow(store, 'user', caller.organizationId, caller.userId);
    if (organization === undefined || user === undefined) {
      throw serviceError('ORGANIZATION_NOT_FOUND');
    }
    return {
      organizationId: organization.id,
      organizationName: organization.name,
      userId: user.id,
      username: user.name,
    };
  },
});

/** Credentials are given to a new user in the way they are given to one who is there. */
async function create(context: SubmitContext, user: Wanted, under: string): Promise<string> {
  const { store, caller, now } = context;
  const { authenticators, oauthProviders } = user;
  const userId = randomUUID();
  await insertRow(store, 'user', {
    id: userId,
    organization_id: caller.organizationId,
    name: user.userName,
    email: user.userEmail ?? null,
    phone_number: user.userPhoneNumber ?? null,
    tags: JSON.stringify(user.userTags),
    created_at: now,
    updated_at: now,
  });
  await addApiKeys(context, userId, user.apiKeys, `${under}.apiKeys`);
  if (authenticators.length > 0) await addAuthenticators(context, userId, authenticators);
  if (oauthProviders.length > 0) await addOauthProviders(context, userId, oauthProviders);
  return userId;
}
