import { defineRefusals } from '../errors.ts';

/** What is wrong with a token, or with its issuer. */
export const oidcError = defineRefusals({
  INVALID_OIDC_TOKEN: {
    token: [
      'INVALID_ARGUMENT',
      'invalid OIDC token ({why})',
      'Sign in with the provider again, and send the token that it gives.',
      '{why}',
    ],
    issuer: ['UNAVAILABLE', 'the keys of the issuer {issuer} are not at hand: {why}', 'Try again later.'],
  },
});
