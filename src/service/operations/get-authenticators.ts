import { getAuthenticators as operation } from '../../protocol/catalogue/authenticators.ts';
import { authenticatorRecord } from '../engine/credential-records.ts';
import { queryHandler } from '../engine/operation-handler.ts';
import { requireUser } from './require-user.ts';
import { allWhere } from '../storage/rows.ts';

export const getAuthenticators = queryHandler(operation, async (context, { userId }) => {
  await requireUser(context, userId);
  return {
    authenticators: (await allWhere(context.store, 'authenticator', { user_id: userId })).map(
      authenticatorRecord,
    ),
  };
});
