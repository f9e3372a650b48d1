import { z } from 'zod';
import { timestamp } from '../activity.ts';
import { id, name, oidcToken } from './fields.ts';
import { submit, query } from './operation.ts';

/** An OIDC identity of a user as queries show it (OPERATIONS.md, v1OauthProvider). */
export const oauthProvider = z.looseObject({
  providerId: z.string(),
  providerName: z.string(),
  issuer: z.string(),
  audience: z.string(),
  subject: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type OauthProvider = z.infer<typeof oauthProvider>;

const claim = (label: string) => z.string().min(1).max(1024).meta({ label });

/** OPERATIONS.md, "create_oauth_providers": each by a token, or by the claims that a token will have. */
export const createOauthProviders = submit({
  path: 'create_oauth_providers',
  version: 2,
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

/** OPERATIONS.md, "delete_oauth_providers". */
export const deleteOauthProviders = submit({
  path: 'delete_oauth_providers',
  effect: 'destroy',
  summary: 'Delete OAuth providers',
  parameters: z.strictObject({
    userId: id('User', 'user'),
    providerIds: z.array(id('Provider', 'oauthProvider')).min(1).max(10).meta({ label: 'Providers' }),
  }),
  output: z.looseObject({ providerIds: z.array(z.string()) }),
});

/** OPERATIONS.md, "get_oauth_providers": those of one user, or of the whole organization. */
export const getOauthProviders = query({
  path: 'get_oauth_providers',
  summary: 'List OAuth providers',
  parameters: z.strictObject({ userId: id('User', 'user').nullish() }),
  output: z.looseObject({ oauthProviders: z.array(oauthProvider) }),
});
