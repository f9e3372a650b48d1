import { getOauthProviders as operation } from '../../protocol/catalogue/oauth-providers.ts';
import { oauthProviderRecord } from '../activities/credential-records.ts';
import { queryHandler } from '../activities/operation-handler.ts';
import { oauthProvidersOf, oauthProvidersOfUser } from '../storage/oauth-providers.ts';
import { requireUser } from './require-user.ts';

export const getOauthProviders = queryHandler(operation, async (context, { userId }) => {
  const { store, caller } = context;
  if (typeof userId === 'string') await requireUser(context, userId);
  const rows =
    typeof userId === 'string'
      ? await oauthProvidersOfUser(store, userId)
      : await oauthProvidersOf(store, caller.organizationId);
  return { oauthProviders: rows.map(oauthProviderRecord) };
});
