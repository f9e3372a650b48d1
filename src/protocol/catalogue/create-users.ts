import { z } from 'zod';
import { createApiKeys } from './create-api-keys.ts';
import { createAuthenticators } from './create-authenticators.ts';
import { createOauthProviders } from './create-oauth-providers.ts';
import { email, name, tags } from './fields.ts';
import { submit } from './operation.ts';

/** PROTOCOL.md, section 12. */
export const createUsers = submit({
  path: 'create_users',
  type: 'ACTIVITY_TYPE_CREATE_USERS_V4',
  intent: 'createUsersIntentV4',
  result: 'createUsersResult',
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
      .meta({ label: 'Users' }),
  }),
  output: z.looseObject({ userIds: z.array(z.string()) }),
});
