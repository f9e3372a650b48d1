import { defineErrors } from '#protocol/define-errors.ts';

/** What is asked of a service: where it is, what, and with what. */
export const clientError = defineErrors({
  OPERATION_UNKNOWN: {
    query: ['The query {path} doesn’t exist.', 'Choose one from the list.'],
    activity: ['No operation that makes an activity has this name.', 'Choose one from the list.'],
    any: ['The operation {path} doesn’t exist.', 'Choose one from the list.'],
  },
  PARAMETERS_INVALID: ['{where}: {why}', 'Correct the value.'],
  CERTIFICATES_UNREADABLE: {
    form: [
      'The file doesn’t hold 1 to 20 certificates in PEM, and nothing else.',
      'Choose the authority’s certificate file; it begins with -----BEGIN CERTIFICATE-----.',
    ],
    authority: [
      'A certificate in the file isn’t an authority’s.',
      'Choose the certificate of the authority that signs the service’s.',
    ],
  },
  PROFILE_ADDRESS_INSECURE: [
    'The address is neither https nor on this computer.',
    'Use an https address; plain http only for 127.0.0.1, [::1] or localhost.',
  ],
});
