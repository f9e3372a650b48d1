import { defineRefusals } from '../errors.ts';

const STAMP_AGAIN = 'Stamp the exact bytes of the body with an API key or a passkey.';

/** Who sends a request, from where, and when. */
export const authenticationError = defineRefusals({
  PUBLIC_KEY_NOT_FOUND: [
    'UNAUTHENTICATED',
    'could not find public key in organization (or its parent organization)',
    'Use an API key of this organization, or add this one to it.',
  ],
  SIGNATURE_MISSING: [
    'UNAUTHENTICATED',
    'cannot authenticate public API activity request without a stamp ({headers} header)',
    STAMP_AGAIN,
  ],
  SIGNATURE_INVALID: {
    apiKey: ['UNAUTHENTICATED', 'could not verify api key signature', STAMP_AGAIN],
    scheme: [
      'UNAUTHENTICATED',
      "could not verify api key signature (the key is of {curve}, the stamp's scheme is {scheme})",
    ],
    malformed: ['UNAUTHENTICATED', '{message}', '{whatToDo}'],
    passkey: [
      'UNAUTHENTICATED',
      'could not verify WebAuthN signature ({why})',
      'Stamp the exact bytes of the body again.',
    ],
  },
  UNAUTHENTICATED: ['UNAUTHENTICATED', 'more than one stamp was sent ({headers})', STAMP_AGAIN],
  CREDENTIAL_NOT_FOUND: {
    passkey: [
      'UNAUTHENTICATED',
      'credential ID could not be found in organization or its parent organization',
      'Use a passkey of this organization, or add this one to it.',
    ],
  },
  API_KEY_EXPIRED: ['UNAUTHENTICATED', 'expired api key', 'Create another API key and use that.'],
  FORBIDDEN: {
    source: [
      'PERMISSION_DENIED',
      'request not authorized (the IP allowlist does not let in {source})',
      'Send the request from an address that the allowlist has.',
    ],
  },
  INVALID_ORGANIZATION_ID: [
    'INVALID_ARGUMENT',
    'malformed organization ID provided',
    'Name the organization by its ID.',
    'a UUID',
  ],
  INVALID_TIME: [
    'INVALID_ARGUMENT',
    'bad request body (timestampMs is {description})',
    'Set the clock of the machine that stamps, then stamp again.',
    '{description}',
  ],
});
