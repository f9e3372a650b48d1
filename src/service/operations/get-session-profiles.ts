import { getSessionProfiles as operation } from '../../protocol/catalogue/session-profiles.ts';
import { queryHandler } from '../engine/operation-handler.ts';
import { sessionProfileRecord } from './session-profile-record.ts';
import { listRows } from '../storage/rows.ts';

export const getSessionProfiles = queryHandler(operation, async ({ store, caller }) => ({
  sessionProfiles: (await listRows(store, 'session_profile', caller.organizationId)).map(
    sessionProfileRecord,
  ),
}));
