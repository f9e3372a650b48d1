import { getApiKeys as operation } from '../../protocol/catalogue/api-keys.ts';
import { queryHandler } from '../activities/operation-handler.ts';
import { apiKeyRecords } from '../activities/credential-records.ts';
import { apiKeysOf, apiKeysOfUser } from '../storage/api-keys.ts';
import { requireUser } from './require-user.ts';

export const getApiKeys = queryHandler(operation, async (context, { userId }) => {
  const { store, caller } = context;
  if (typeof userId === 'string') await requireUser(context, userId);
  const keys =
    typeof userId === 'string'
      ? await apiKeysOfUser(store, userId)
      : await apiKeysOf(store, caller.organizationId);
  return { apiKeys: await apiKeyRecords(store, keys) };
});
