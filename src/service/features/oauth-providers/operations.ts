import * as oauthProviders from '#protocol/catalogue/oauth-providers.ts';
import { oauthProviderRecord } from '../../engine/credential-records.ts';
import { addOauthProviders, obtainProviderKeys } from './add-oauth-providers.ts';
import { handlersOf } from '../../engine/operation-handler.ts';
import { requireRow } from '../../engine/require-row.ts';
import { featureError } from '../errors.ts';
import { allWhere, deleteWhere, firstWhere, listRows } from '../../storage/rows.ts';

export const oauthProviderHandlers = handlersOf(oauthProviders, {
  createOauthProviders: {
    perform: async (context, { userId, oauthProviders: list }) => ({
      providerIds: await addOauthProviders(context, userId, list),
    }),
    rules: { ownerOf: ({ userId }) => userId },
    prepare: (lookup, { oauthProviders: list }) => obtainProviderKeys(lookup, list),
  },

  deleteOauthProviders: {
    perform: async (context, { userId, providerIds }) => {
      await requireRow(context, 'user', userId);
      const wanted = [...new Set(providerIds)];
      for (const id of wanted) {
        if ((await firstWhere(context.store, 'oauth_provider', { user_id: userId, id })) === undefined)
          throw featureError('NOT_FOUND.oauthProvider', { id });
        await deleteWhere(context.store, 'oauth_provider', { id });
      }
      return { providerIds: wanted };
    },
    rules: { ownerOf: ({ userId }) => userId },
  },

  getOauthProviders: async (context, { userId }) => {
    const { store, caller } = context;
    if (typeof userId === 'string') await requireRow(context, 'user', userId);
    const rows =
      typeof userId === 'string'
        ? await allWhere(store, 'oauth_provider', { user_id: userId })
        : await listRows(store, 'oauth_provider', caller.organizationId);
    return { oauthProviders: rows.map(oauthProviderRecord) };
  },
});
