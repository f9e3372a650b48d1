import { getSessionProfiles as operation } from '../../protocol/catalogue/get-session-profiles.ts';
import { answer } from '../activities/effect.ts';
import { sessionProfilesOf } from '../storage/session-profiles.ts';
import { sessionProfileRecord } from './session-profile-record.ts';

export const getSessionProfiles = answer(operation, async ({ store, caller }) => ({
  sessionProfiles: (await sessionProfilesOf(store, caller.organizationId)).map(sessionProfileRecord),
}));
