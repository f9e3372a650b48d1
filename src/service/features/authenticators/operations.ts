import * as authenticators from '#protocol/catalogue/authenticators.ts';
import { authenticatorRecord } from '../../engine/credential-records.ts';
import { addAuthenticators } from './add-authenticators.ts';
import { handlersOf } from '../../engine/operation-handler.ts';
import { requireReachableQuorum } from '../../engine/reachable-quorum.ts';
import { requireRow } from '../../engine/require-row.ts';
import { featureError } from '../errors.ts';
import { allWhere, deleteWhere, findRow } from '../../storage/rows.ts';

export const authenticatorHandlers = handlersOf(authenticators, {
  createAuthenticators: {
    perform: async (context, { userId, authenticators: list }) => ({
      authenticatorIds: await addAuthenticators(context, userId, list),
    }),
    rules: { ownerOf: ({ userId }) => userId },
  },

  deleteAuthenticators: {
    perform: async (context, { userId, authenticatorIds }) => {
      await requireRow(context, 'user', userId);
      const wanted = [...new Set(authenticatorIds)];
      for (const id of wanted) {
        const found = await findRow(context.store, 'authenticator', context.caller.organizationId, id);
        if (found?.user_id !== userId) {
          throw featureError('CREDENTIAL_NOT_FOUND.ofUser', { what: 'authenticator', id });
        }
        await deleteWhere(context.store, 'authenticator', { id });
      }
      await requireReachableQuorum(context);
      return { authenticatorIds: wanted };
    },
    rules: { ownerOf: ({ userId }) => userId },
  },

  getAuthenticator: async ({ store, caller }, { authenticatorId }) => {
    const found = await findRow(store, 'authenticator', caller.organizationId, authenticatorId);
    if (found !== undefined) return { authenticator: authenticatorRecord(found) };
    throw featureError('CREDENTIAL_NOT_FOUND.authenticator');
  },

  getAuthenticators: async (context, { userId }) => {
    await requireRow(context, 'user', userId);
    return {
      authenticators: (await allWhere(context.store, 'authenticator', { user_id: userId })).map(
        authenticatorRecord,
      ),
    };
  },
});
