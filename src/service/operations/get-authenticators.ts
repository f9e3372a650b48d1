import { getAuthenticators as operation } from '../../protocol/catalogue/authenticators.ts';
import { authenticatorRecord } from '../activities/credential-records.ts';
import { queryHandler } from '../activities/operation-handler.ts';
import { authenticatorsOfUser } from '../storage/authenticators.ts';
import { requireUser } from './require-user.ts';

export const getAuthenticators = queryHandler(operation, async (context, { userId }) => {
  await requireUser(context, userId);
  return { authenticators: (await authenticatorsOfUser(context.store, userId)).map(authenticatorRecord) };
});
