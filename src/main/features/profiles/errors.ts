import { defineErrors } from '#protocol/define-errors.ts';

/** Profiles of this console. */
export const profileError = defineErrors({
  PROFILE_IS_BUILT_IN: [
    'The Local profile is built in and can’t be changed or removed.',
    'Select another profile instead.',
  ],
  PROFILE_HAS_CREDENTIALS: ['The profile still has credentials.', 'Delete its credentials first.'],
  PROFILE_EDITED_MEANWHILE: ['The profile was changed while you looked at this.', 'Open it again.'],
  PINNED_KEYS_UNREADABLE: [
    'This isn’t a set of four P-256 public keys.',
    'Paste the JSON of the keys, or the ready line that the service prints when it starts.',
  ],
  PROXY_ADDRESS_INVALID: [
    'The proxy’s address can’t be read.',
    'Enter it as http://host:port or https://host:port.',
  ],
  PROXY_LOGIN_INVALID: [
    'The proxy’s user name or password can’t be used.',
    'A user name has no colon, and neither has control characters.',
  ],
  PROXY_LOGIN_OTHER_ADDRESS: [
    'The saved proxy password belongs to another proxy.',
    'Enter the user name and password for this proxy.',
  ],
  NOTHING_CHANGED: ['Nothing would change.', 'Change a field, or cancel.'],
  CONNECTION_TEST_RUNNING: ['A connection test is running already.', 'Wait for it, or cancel it.'],
  CONNECTION_TEST_CANCELED: ['The connection test was canceled.', 'Start it again.'],
  AUTH_PROXY_UNPLACED: [
    'The auth proxy’s address or configuration ID is missing.',
    'Enter the address and the configuration ID.',
  ],
});
