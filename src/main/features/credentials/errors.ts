import { defineErrors } from '#protocol/define-errors.ts';

/** Credentials of this console. */
export const credentialError = defineErrors({
  CREDENTIAL_UNKNOWN: ['There is no such credential.', 'Choose one of the list.'],
  CREDENTIAL_IS_LAST: [
    'This is the only credential of the local service: without it nobody can reach the keys that are there.',
    'Create another credential and register its public key first (create API keys).',
  ],
  CREDENTIAL_EXISTS: [
    'This key is a credential already.',
    'Use the credential that is there, or import another key.',
  ],
  CLIPBOARD_EMPTY: ['The clipboard holds no text.', 'Copy the key first.'],
});
