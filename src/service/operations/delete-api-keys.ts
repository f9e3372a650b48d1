import { deleteApiKeys as operation } from '../../protocol/catalogue/api-keys.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { ServiceError } from '../service-error.ts';
import { apiKeysOfUser, deleteApiKey } from '../storage/api-keys.ts';
import { requireReachableQuorum } from './require-reachable-quorum.ts';
import { requireUser } from './require-user.ts';

export const deleteApiKeys = submitHandler(
  operation,
  async (context, { userId, apiKeyIds }) => {
    await requireUser(context, userId);
    const keys = new Map((await apiKeysOfUser(context.store, userId)).map((key) => [key.id, key]));
    const wanted = [...new Set(apiKeyIds)];
    for (const id of wanted) {
      const key = keys.get(id);
      if (key === undefined) {
        throw new ServiceError(
          'NOT_FOUND',
          'CREDENTIAL_NOT_FOUND',
          `the user has no API key with the ID ${id}`,
        );
      }
      await deleteApiKey(context.store, key);
    }
    await requireReachableQuorum(context);
    return { apiKeyIds: wanted };
  },
  { ownerOf: ({ userId }) => userId },
);
