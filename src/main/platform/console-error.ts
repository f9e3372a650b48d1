import { AppError } from '../../protocol/error.ts';

const TEXTS = {
  CONSOLE_LOCKED: ['The console is locked.', 'Unlock it first.'],
  CREDENTIAL_MISSING: ['This profile has no credential to stamp with.', 'Create or import a credential.'],
  CREDENTIAL_UNKNOWN: ['There is no such credential.', 'Choose one of the list.'],
  CREDENTIAL_IS_LAST: [
    'This is the only credential of the local service: without it nobody can reach the keys that are there.',
    'Create another credential and register its public key first (create API keys).',
  ],
  CREDENTIAL_EXISTS: [
    'This key is a credential already.',
    'Use the credential that is there, or import another key.',
  ],
  CREDENTIAL_FILES_DIFFER: [
    'The files of this key do not belong together: the private key has another public key than they say.',
    'Copy all of its files again, from where the key was made.',
  ],
  PROFILE_LEFT: [
    'A profile was selected while this was prepared: it may have been read from another one. Nothing was shown.',
    'Prepare it again.',
  ],
  PROFILE_CHANGED: [
    'This profile isn’t as you added it: its row in the database was changed. Nothing was sent.',
    'Put the console’s database back. Somebody can write this console’s data folder.',
  ],
  PROFILE_UNKNOWN: ['There is no such profile.', 'Choose one of the list.'],
  PROFILE_IS_BUILT_IN: [
    'The profile Local is built in and cannot be changed or removed.',
    'Select another profile instead.',
  ],
  PROFILE_HAS_CREDENTIALS: ['The profile still has credentials.', 'Forget its credentials first.'],
  PROFILE_ADDRESS_INSECURE: [
    'The address is neither https nor on this machine.',
    'Use an https address; plain http only for 127.0.0.1, [::1] or localhost.',
  ],
  AUTH_PROXY_UNPLACED: [
    'It is not known where the auth proxy answers, or which configuration is meant.',
    'Say its address and the configuration id.',
  ],
  ACTION_DENIED: ['You canceled this. Nothing was changed.', 'Start it again if you want it.'],
  ACTION_EXPIRED: ['Nobody approved this in time. Nothing was changed.', 'Start it again and approve it.'],
  LOGIN_UNDER_WAY: ['Another login waits for the browser.', 'Finish it there, or call it off.'],
  PASSKEY_UNDER_WAY: ['Another passkey is asked for in the browser.', 'Finish it there, or call it off.'],
  PASSKEY_READS_NOTHING: [
    'A passkey stamps now, and no key or session of its user is here to read with: it would be asked at every look.',
    'Open a session with the passkey, or stamp with another credential.',
  ],
  SESSION_OVER: ['The session is over.', 'Open a new one, or stamp with another credential.'],
  SESSION_UNKNOWN: ['There is no such session.', 'Choose one of the list.'],
  SERVICE_NOT_READY: [
    'The local service is not running.',
    'Wait until it has started, or check again in the settings.',
  ],
  ABI_UNKNOWN: ['No ABI is kept for this contract.', 'Choose one of the list.'],
  FOLDER_UNREADABLE: ['The folder cannot be read.', 'Check its path and that you may read it.'],
  FOLDER_TOO_FULL: [
    'The folder holds more than 200 descriptors.',
    'Keep those that you need in a folder of their own.',
  ],
  FILE_NOT_GIVEN: [
    'You did not hand over this file: the window may not name one by itself.',
    'Choose the file in the dialog, drop it, or type its path and approve it.',
  ],
  FILE_UNREADABLE: ['The file cannot be read.', 'Check its path and that you may read it.'],
  FILE_ON_NETWORK: [
    'The path leads to another computer.',
    'Copy the file to this computer and open it there.',
  ],
  CLIPBOARD_EMPTY: ['The clipboard holds no text.', 'Copy the key first.'],
  KEYS_NOT_PINNED: [
    'This profile has no pinned keys: nothing that the service sends can be verified.',
    'Start the local service once, or add the profile again.',
  ],
  SECRET_UNKNOWN: ['There is no such secret.', 'Choose one of the list.'],
  EXPORT_UNKNOWN: [
    'This export is not held any more: it was wiped.',
    'Export it again if you still need it.',
  ],
  EXPORT_NOT_CONFIRMED: ['The name that was typed is another.', 'Type the name as it is shown.'],
  EXPORT_NOT_IN_FORM: ['This plaintext cannot be written in that form.', 'Choose one of its forms.'],
  EXPORT_UNVERIFIED: [
    'The answer failed a check before its bundle was looked at; nothing was opened.',
    'Look at the activity, and export again.',
  ],
  KEY_IMPORT_STAGE: ['The import is not at that step.', 'Finish it, or clear it and start another.'],
  KEY_IMPORT_WIPED: [
    'The key was wiped while its request was on its way; nothing was sealed.',
    'Start the import again.',
  ],
  KEY_IMPORT_UNVERIFIED: [
    'The answer failed a check; it was not used.',
    'Look at the activity, and start the import again.',
  ],
  IMPORT_PROFILE_CHANGED: [
    'Another profile was selected while the import was under way.',
    'Select the profile that it began in, and go on.',
  ],
  ACTIVITY_UNKNOWN: ['There is no such activity.', 'Choose one of the list.'],
  ACTIVITY_NOT_WAITING: [
    'No request with this fingerprint waits for votes.',
    'Look at the activities: it may be settled by now.',
  ],
  VOTE_REQUEST_CHANGED: [
    'What the service shows of this request is not what its first vote stamped.',
    'Do not vote on it. Keep its id and fingerprint, and report it.',
  ],
  VOTE_STAMP_INVALID: [
    'The stamp under this request does not hold: nobody’s key signed these bytes.',
    'Do not vote on it. Keep its id and fingerprint, and report it.',
  ],
} as const;

/** A refusal of the console itself, by its code. */
export const consoleError = (code: keyof typeof TEXTS, cause?: unknown): AppError => {
  const [message, remedy] = TEXTS[code];
  return new AppError(code, message, remedy, { cause });
};
