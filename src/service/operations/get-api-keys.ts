import { getApiKeys as operation } from '../../protocol/catalogue/api-keys.ts';
import { queryHandler } from '../engine/operation-handler.ts';
import { apiKeyRecords } from '../engine/credential-records.ts';
import { requireUser } from './require-user.ts';
import { allWhere, listRows } from '../storage/rows.ts';

export const getApiKeys = queryHandler(operation, async (context, { userId }) => {
  const { store, caller } = context;
  if (typeof userId === 'string') await requireUser(context, userId);
  const keys =
    typeof userId === 'string'
      ? await allWhere(store, 'api_key', { user_id: userId })
      : await listRows(store, 'api_key', caller.organizationId);
  return { apiKeys: await apiKeyRecords(store, keys) };
});
