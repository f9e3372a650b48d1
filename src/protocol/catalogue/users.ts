import { z } from 'zod';
import { timestamp } from '../activity.ts';
import { authenticator, createAuthenticators } from './authenticators.ts';
import { oauthProvider, createOauthProviders } from './oauth-providers.ts';
import { apiKey, createApiKeys } from './api-keys.ts';
import { email, name, tags, id } from './fields.ts';
import { submit, query } from './operation.ts';

/** A user (OPERATIONS.md, v1User). */
export const user = z.looseObject({
  userId: z.string(),
  userName: z.string(),
  userEmail: z.string().nullish(),
  userPhoneNumber: z.string().nullish(),
  authenticators: z.array(authenticator),
  apiKeys: z.array(apiKey),
  userTags: z.array(z.string()),
  oauthProviders: z.array(oauthProvider),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type User = z.infer<typeof user>;

/** Each is a row of one transaction, during which nobody else can write. */
const MOST_CREDENTIALS = 300;

/** PROTOCOL.md, section 12. */
export const createUsers = submit({
  path: 'create_users',
  version: 4,
  effect: 'write',
  summary: 'Create users',
  parameters: z.strictObject({
    users: z
      .array(
        z.strictObject({
          userName: name('Name'),
          userEmail: email('Email').nullish(),
          userPhoneNumber: z
            .string()
            .regex(/^\+[1-9]\d{6,14}$/, 'a phone number such as +14155550123')
            .nullish()
            .meta({ label: 'Phone number' }),
          apiKeys: z
            .array(createApiKeys.parameters.shape.apiKeys.element)
            .max(10)
            .meta({ label: 'API keys' }),
          authenticators: z
            .array(createAuthenticators.parameters.shape.authenticators.element)
            .max(10)
            .meta({ label: 'Authenticators' }),
          oauthProviders: z
            .array(createOauthProviders.parameters.shape.oauthProviders.element)
            .max(10)
            .meta({ label: 'OAuth providers' }),
          userTags: tags(),
        }),
      )
      .min(1)
      .max(100)
      .refine(
        (users) =>
          users.reduce(
            (sum, { apiKeys, authenticators, oauthProviders }) =>
              sum + apiKeys.length + authenticators.length + oauthProviders.length,
            0,
          ) <= MOST_CREDENTIALS,
        `at most ${MOST_CREDENTIALS} credentials together`,
      )
      .meta({ label: 'Users' }),
  }),
  output: z.looseObject({ userIds: z.array(z.string()) }),
});

/** Specification, "update_user_name". */
export const updateUserName = submit({
  path: 'update_user_name',
  effect: 'write',
  summary: 'Rename a user',
  parameters: z.strictObject({
    userId: id('User', 'user'),
    userName: name('New name'),
  }),
  output: z.looseObject({ userId: z.string() }),
});

/** PROTOCOL.md, section 12. */
export const deleteUsers = submit({
  path: 'delete_users',
  effect: 'destroy',
  summary: 'Delete users',
  parameters: z.strictObject({
    userIds: z.array(id('User', 'user')).min(1).max(100).meta({ label: 'Users' }),
  }),
  output: z.looseObject({ userIds: z.array(z.string()) }),
});

/** PROTOCOL.md, section 12. */
export const getUser = query({
  path: 'get_user',
  summary: 'Show a user',
  parameters: z.strictObject({ userId: id('User', 'user') }),
  output: z.looseObject({ user }),
});

/** PROTOCOL.md, section 12; published clients also call it `get_users`. */
export const listUsers = query({
  path: 'list_users',
  aliases: ['get_users'],
  summary: 'List users',
  parameters: z.strictObject({}),
  output: z.looseObject({ users: z.array(user) }),
});

/** PROTOCOL.md, section 12. */
export const whoami = query({
  path: 'whoami',
  summary: 'Who am I',
  parameters: z.strictObject({}),
  output: z.looseObject({
    organizationId: z.string(),
    organizationName: z.string(),
    userId: z.string(),
    username: z.string(),
  }),
});
