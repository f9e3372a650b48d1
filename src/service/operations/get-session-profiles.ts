import { getSessionProfiles as operation } from '../../protocol/catalogue/session-profiles.ts';
import { queryHandler } from '../activities/operation-handler.ts';
import { sessionProfilesOf } from '../storage/session-profiles.ts';
import { sessionProfileRecord } from './session-profile-record.ts';

export const getSessionProfiles = queryHandler(operation, async ({ store, caller }) => ({
  sessionProfiles: (await sessionProfilesOf(store, caller.organizationId)).map(sessionProfileRecord),
}));
