import { deleteOauthProviders as operation } from '../../protocol/catalogue/oauth-providers.ts';
import { submitHandler } from '../engine/operation-handler.ts';
import { ServiceError } from '../service-error.ts';
import { requireUser } from './require-user.ts';
import { deleteWhere, firstWhere } from '../storage/rows.ts';

export const deleteOauthProviders = submitHandler(
  operation,
  async (context, { userId, providerIds }) => {
    await requireUser(context, userId);
    const wanted = [...new Set(providerIds)];
    for (const id of wanted) {
      if ((await firstWhere(context.store, 'oauth_provider', { user_id: userId, id })) === undefined)
        throw new ServiceError('NOT_FOUND', 'NOT_FOUND', `the user has no OAuth provider with the ID ${id}`);
      await deleteWhere(context.store, 'oauth_provider', { id });
    }
    return { providerIds: wanted };
  },
  { ownerOf: ({ userId }) => userId },
);
