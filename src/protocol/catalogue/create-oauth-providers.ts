import { z } from 'zod';
import { id, name } from './fields.ts';
import { submit } from './operation.ts';
import { oidcToken } from './session-fields.ts';

const claim = (label: string) => z.string().min(1).max(1024).meta({ label });

/** OPERATIONS.md, "create_oauth_providers": each by a token, or by the claims that a token will have. */
export const createOauthProviders = submit({
  path: 'create_oauth_providers',
  type: 'ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2',
  intent: 'createOauthProvidersIntentV2',
  result: 'createOauthProvidersResultV2',
  effect: 'write',
  summary: 'Create OAuth providers',
  parameters: z.strictObject({
    userId: id('User', 'user'),
    oauthProviders: z
      .array(
        z
          .strictObject({
            providerName: name('Name'),
            oidcToken: oidcToken().nullish(),
            oidcClaims: z
              .strictObject({
                iss: z.url().max(1024).meta({ label: 'Issuer' }),
                sub: claim('Subject'),
                aud: claim('Audience'),
              })
              .nullish()
              .meta({ label: 'Claims' }),
          })
          .refine(
            (provider) => (provider.oidcToken == null) !== (provider.oidcClaims == null),
            'either oidcToken or oidcClaims',
          ),
      )
      .min(1)
      .max(10)
      .meta({ label: 'Providers' }),
  }),
  output: z.looseObject({ providerIds: z.array(z.string()) }),
});
