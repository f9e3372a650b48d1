import { getSessionProfile as operation } from '../../protocol/catalogue/session-profiles.ts';
import { queryHandler } from '../activities/operation-handler.ts';
import { ServiceError } from '../service-error.ts';
import { findSessionProfile } from '../storage/session-profiles.ts';
import { sessionProfileRecord } from './session-profile-record.ts';

export const getSessionProfile = queryHandler(operation, async ({ store, caller }, { sessionProfileId }) => {
  const found = await findSessionProfile(store, caller.organizationId, sessionProfileId);
  if (found !== undefined) return { sessionProfile: sessionProfileRecord(found) };
  throw new ServiceError(
    'NOT_FOUND',
    'NOT_FOUND',
    `no session profile found with the ID ${sessionProfileId}`,
  );
});
