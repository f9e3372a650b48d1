import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { createUsers as operation } from '../../protocol/catalogue/users.ts';
import { submitHandler, type SubmitContext } from '../activities/operation-handler.ts';
import { insertUser } from '../storage/users.ts';
import { addApiKeys } from './add-api-keys.ts';
import { createAuthenticators } from './create-authenticators.ts';
import { createOauthProviders, obtainProviderKeys } from './create-oauth-providers.ts';

type Wanted = z.output<typeof operation.parameters>['users'][number];

export const createUsers = submitHandler(
  operation,
  async (context, { users }) => {
    const userIds = [];
    for (const [index, user] of users.entries())
      userIds.push(await create(context, user, `parameters.users.${index}`));
    return { userIds };
  },
  {},
  async (lookup, { users }) => {
    for (const { oauthProviders } of users) await obtainProviderKeys(lookup, oauthProviders);
  },
);

/** Credentials are given to a new user in the way they are given to one who is there. */
async function create(context: SubmitContext, user: Wanted, under: string): Promise<string> {
  const { store, caller, now } = context;
  const { authenticators, oauthProviders } = user;
  const userId = randomUUID();
  await insertUser(store, {
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
  if (authenticators.length > 0) await createAuthenticators.handle(context, { userId, authenticators });
  if (oauthProviders.length > 0) await createOauthProviders.handle(context, { userId, oauthProviders });
  return userId;
}
