import { defineErrors } from '#protocol/define-errors.ts';

/** What is asked for cannot be asked now: profile, credential or session is missing. */
export const contextError = defineErrors({
  CREDENTIAL_MISSING: ['This profile has no credential to stamp with.', 'Create or import a credential.'],
  PROFILE_LEFT: [
    'You switched profiles while this was being prepared, so it may show another profile’s data. Nothing was shown.',
    'Prepare it again.',
  ],
  PROFILE_MOVED: [
    'The profile leads to another place than this was approved for. Nothing was sent.',
    'Prepare it again for the new place.',
  ],
  PROFILE_UNKNOWN: ['This profile doesn’t exist.', 'Choose one from the list.'],
  PASSKEY_READS_NOTHING: [
    'The active credential is a passkey, and its user has no key or session here. Every read would ask for the passkey.',
    'Open a session with the passkey, or use another credential.',
  ],
  LIST_CHANGED: ['The list changed while it was being read.', 'Try again.'],
  SESSION_OVER: ['The session has expired.', 'Open a new session, or use another credential.'],
  CONSOLE_OFFLINE: [
    'This console is offline: nothing was stamped, and no service was asked.',
    'Move the request by file on the Offline screen, or do this on a console that has a network.',
  ],
  CLOCK_UNCONFIRMED: [
    'Nobody has confirmed this computer’s clock since the console started or the clock moved, so nothing was approved or stamped.',
    'Confirm the clock first: a wrong one makes requests that have lapsed.',
  ],
  CLOCK_DIFFERS: [
    'The time that you gave isn’t this computer’s: its clock says {now}.',
    'Compare the clock with another one and set it. Then try again.',
  ],
  SERVICE_NOT_READY: [
    'The local service is not running.',
    'Wait until it starts, or check again in Settings.',
  ],
  KEYS_NOT_PINNED: [
    'This profile has no pinned keys, so the service’s answers can’t be verified.',
    'Start the local service once, or add the profile again.',
  ],
});
