import { deleteOauthProviders as operation } from '../../protocol/catalogue/oauth-providers.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { ServiceError } from '../service-error.ts';
import { deleteOauthProvider, findOauthProvider } from '../storage/oauth-providers.ts';
import { requireUser } from './require-user.ts';

export const deleteOauthProviders = submitHandler(
  operation,
  async (context, { userId, providerIds }) => {
    await requireUser(context, userId);
    const wanted = [...new Set(providerIds)];
    for (const id of wanted) {
      if ((await findOauthProvider(context.store, userId, id)) === undefined)
        throw new ServiceError('NOT_FOUND', 'NOT_FOUND', `the user has no OAuth provider with the ID ${id}`);
      await deleteOauthProvider(context.store, id);
    }
    return { providerIds: wanted };
  },
  { ownerOf: ({ userId }) => userId },
);
