import { defineErrors } from '#protocol/define-errors.ts';

/** What is asked for cannot be asked now: profile, credential or session is missing. */
export const contextError = defineErrors({
  CREDENTIAL_MISSING: ['This profile has no credential to stamp with.', 'Create or import a credential.'],
  PROFILE_LEFT: [
    'A profile was selected while this was prepared: it may have been read from another one. Nothing was shown.',
    'Prepare it again.',
  ],
  PROFILE_UNKNOWN: ['There is no such profile.', 'Choose one of the list.'],
  PASSKEY_READS_NOTHING: [
    'A passkey stamps now, and no key or session of its user is here to read with: it would be asked at every look.',
    'Open a session with the passkey, or stamp with another credential.',
  ],
  SESSION_OVER: ['The session is over.', 'Open a new one, or stamp with another credential.'],
  SERVICE_NOT_READY: [
    'The local service is not running.',
    'Wait until it has started, or check again in the settings.',
  ],
  KEYS_NOT_PINNED: [
    'This profile has no pinned keys: nothing that the service sends can be verified.',
    'Start the local service once, or add the profile again.',
  ],
});
