import { defineErrors } from '#protocol/define-errors.ts';

/** Credentials of this console. */
export const credentialError = defineErrors({
  CREDENTIAL_UNKNOWN: ['This credential doesn’t exist.', 'Choose one from the list.'],
  CREDENTIAL_IS_LAST: [
    'This is the only credential of the local service. Without it, nobody can use the keys in the service.',
    'Create another credential and register its public key first (create API keys).',
  ],
  CREDENTIAL_EXISTS: ['This key is already a credential.', 'Use that credential, or import another key.'],
  CLIPBOARD_EMPTY: ['The clipboard contains no text.', 'Copy the key first.'],
});
