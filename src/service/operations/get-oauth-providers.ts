import { getOauthProviders as operation } from '../../protocol/catalogue/oauth-providers.ts';
import { oauthProviderRecord } from '../engine/credential-records.ts';
import { queryHandler } from '../engine/operation-handler.ts';
import { requireUser } from './require-user.ts';
import { allWhere, listRows } from '../storage/rows.ts';

export const getOauthProviders = queryHandler(operation, async (context, { userId }) => {
  const { store, caller } = context;
  if (typeof userId === 'string') await requireUser(context, userId);
  const rows =
    typeof userId === 'string'
      ? await allWhere(store, 'oauth_provider', { user_id: userId })
      : await listRows(store, 'oauth_provider', caller.organizationId);
  return { oauthProviders: rows.map(oauthProviderRecord) };
});
