import { getSessionProfile as operation } from '../../protocol/catalogue/session-profiles.ts';
import { queryHandler } from '../engine/operation-handler.ts';
import { ServiceError } from '../service-error.ts';
import { sessionProfileRecord } from './session-profile-record.ts';
import { findRow } from '../storage/rows.ts';

export const getSessionProfile = queryHandler(operation, async ({ store, caller }, { sessionProfileId }) => {
  const found = await findRow(store, 'session_profile', caller.organizationId, sessionProfileId);
  if (found !== undefined) return { sessionProfile: sessionProfileRecord(found) };
  throw new ServiceError(
    'NOT_FOUND',
    'NOT_FOUND',
    `no session profile found with the ID ${sessionProfileId}`,
  );
});
