import { z } from 'zod';
import { id } from './fields.ts';
import { submit } from './operation.ts';

/** OPERATIONS.md, "delete_oauth_providers". */
export const deleteOauthProviders = submit({
  path: 'delete_oauth_providers',
  type: 'ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS',
  intent: 'deleteOauthProvidersIntent',
  result: 'deleteOauthProvidersResult',
  effect: 'destroy',
  summary: 'Delete OAuth providers',
  parameters: z.strictObject({
    userId: id('User', 'user'),
    providerIds: z.array(id('Provider', 'oauthProvider')).min(1).max(10).meta({ label: 'Providers' }),
  }),
  output: z.looseObject({ providerIds: z.array(z.string()) }),
});
