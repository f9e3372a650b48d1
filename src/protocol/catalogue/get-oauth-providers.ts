import { z } from 'zod';
import { id } from './fields.ts';
import { oauthProvider } from './oauth-provider.ts';
import { query } from './operation.ts';

/** OPERATIONS.md, "get_oauth_providers": those of one user, or of the whole organization. */
export const getOauthProviders = query({
  path: 'get_oauth_providers',
  summary: 'List OAuth providers',
  parameters: z.strictObject({ userId: id('User', 'user').nullish() }),
  output: z.looseObject({ oauthProviders: z.array(oauthProvider) }),
});
