import { createApiKeys as operation } from '../../protocol/catalogue/api-keys.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { addApiKeys } from './add-api-keys.ts';
import { requireUser } from './require-user.ts';

export const createApiKeys = submitHandler(
  operation,
  async (context, { apiKeys, userId }) => {
    await requireUser(context, userId);
    return { apiKeyIds: await addApiKeys(context, userId, apiKeys, 'parameters.apiKeys') };
  },
  { ownerOf: ({ userId }) => userId },
);
