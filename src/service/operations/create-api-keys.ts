import { createApiKeys as operation } from '../../protocol/catalogue/create-api-keys.ts';
import { effect } from '../activities/effect.ts';
import { addApiKeys } from './add-api-keys.ts';
import { requireUser } from './require-user.ts';

export const createApiKeys = effect(
  operation,
  async (context, { apiKeys, userId }) => {
    await requireUser(context, userId);
    return { apiKeyIds: await addApiKeys(context, userId, apiKeys, 'parameters.apiKeys') };
  },
  { ownerOf: ({ userId }) => userId },
);
