import * as apiKeys from '#protocol/catalogue/api-keys.ts';
import { apiKeyRecords } from '../../engine/credential-records.ts';
import { handlersOf } from '../../engine/operation-handler.ts';
import { requireReachableQuorum } from '../../engine/reachable-quorum.ts';
import { requireRow } from '../../engine/require-row.ts';
import { featureError } from '../errors.ts';
import { deleteApiKey } from '../../storage/api-keys.ts';
import { allWhere, listRows } from '../../storage/rows.ts';
import { addApiKeys } from './add-api-keys.ts';

export const apiKeyHandlers = handlersOf(apiKeys, {
  createApiKeys: {
    perform: async (context, { apiKeys, userId }) => {
      await requireRow(context, 'user', userId);
      return { apiKeyIds: await addApiKeys(context, userId, apiKeys, 'parameters.apiKeys') };
    },
    rules: { ownerOf: ({ userId }) => userId },
  },

  deleteApiKeys: {
    perform: async (context, { userId, apiKeyIds }) => {
      await requireRow(context, 'user', userId);
      const keys = new Map(
        (await allWhere(context.store, 'api_key', { user_id: userId })).map((key) => [key.id, key]),
      );
      const wanted = [...new Set(apiKeyIds)];
      for (const id of wanted) {
        const key = keys.get(id);
        if (key === undefined) {
          throw featureError('CREDENTIAL_NOT_FOUND.ofUser', { what: 'API key', id });
        }
        await deleteApiKey(context.store, key);
      }
      await requireReachableQuorum(context);
      return { apiKeyIds: wanted };
    },
    rules: { ownerOf: ({ userId }) => userId },
  },

  getApiKeys: async (context, { userId }) => {
    const { store, caller } = context;
    if (typeof userId === 'string') await requireRow(context, 'user', userId);
    const keys =
      typeof userId === 'string'
        ? await allWhere(store, 'api_key', { user_id: userId })
        : await listRows(store, 'api_key', caller.organizationId);
    return { apiKeys: await apiKeyRecords(store, keys) };
  },
});
