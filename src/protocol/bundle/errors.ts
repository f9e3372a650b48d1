import { defineErrors } from '../define-errors.ts';

const OTHER_REQUEST = [
  'The {what} is for {member} {found}, not for {expected}.',
  'Don’t use it. It belongs to another request.',
] as const;

/** What is wrong with a bundle, or with what was sealed. */
export const bundleError = defineErrors({
  CLIENT_MESSAGE_MALFORMED: [
    'The encrypted message is malformed ({why}).',
    'Send the JSON text {"encappedPublic", "ciphertext"}, both hex.',
  ],
  CREDENTIAL_INVALID: [
    'The credential bundle opened, but it doesn’t contain a P-256 private key.',
    'Request a new session.',
  ],
  ENVELOPE_VERSION: [
    'The {what} has version {version}; this program knows version {known}.',
    'Update this program.',
  ],
  SIGNER_KEY_MISMATCH: [
    'The {what} was signed by {signer}…, not by the pinned quorum key {pinned}….',
    'Don’t use it. Compare the profile’s pinned keys with the service’s published keys.',
  ],
  ORGANIZATION_MISMATCH: OTHER_REQUEST,
  USER_MISMATCH: OTHER_REQUEST,
  KEY_ID_MISMATCH: OTHER_REQUEST,
  ENVELOPE_MALFORMED: ['The {what} is malformed ({why}).', 'Request it again.'],
  QUORUM_OPEN_FAILED: [
    'The sealed secret does not open: it was sealed to another quorum key, or it was changed.',
    'Seal it again to the service’s published fetcher key.',
  ],
  QUORUM_ENVELOPE_MALFORMED: [
    'The sealed secret is malformed: {why}.',
    'Seal it again to the service’s published fetcher key.',
  ],
  BUNDLE_MALFORMED: ['The {what} is malformed: {why}.', 'Copy all of it again.'],
});
