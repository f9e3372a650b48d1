import { deleteAuthenticators as operation } from '../../protocol/catalogue/authenticators.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { ServiceError } from '../service-error.ts';
import { deleteAuthenticator, findAuthenticator } from '../storage/authenticators.ts';
import { requireReachableQuorum } from './require-reachable-quorum.ts';
import { requireUser } from './require-user.ts';

export const deleteAuthenticators = submitHandler(
  operation,
  async (context, { userId, authenticatorIds }) => {
    await requireUser(context, userId);
    const wanted = [...new Set(authenticatorIds)];
    for (const id of wanted) {
      const found = await findAuthenticator(context.store, context.caller.organizationId, id);
      if (found?.user_id !== userId) {
        throw new ServiceError(
          'NOT_FOUND',
          'CREDENTIAL_NOT_FOUND',
          `the user has no authenticator with the ID ${id}`,
        );
      }
      await deleteAuthenticator(context.store, id);
    }
    await requireReachableQuorum(context);
    return { authenticatorIds: wanted };
  },
  { ownerOf: ({ userId }) => userId },
);
