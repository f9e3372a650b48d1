import { defineErrors } from '#protocol/define-errors.ts';

const CHECK_CLIENT = 'Check the client ID and the client’s settings at the issuer.';

/** Logins, and the sessions that they open. */
export const loginError = defineErrors({
  // The situations are the issuer's own codes: RFC 6749, section 4.1.2.1.
  OIDC_REFUSED: {
    access_denied: ['The issuer declined the login.', 'Log in again to continue.'],
    unauthorized_client: ['The issuer doesn’t allow this client to log in.', CHECK_CLIENT],
    unsupported_response_type: ['The issuer doesn’t give this client authorization codes.', CHECK_CLIENT],
    invalid_scope: ['The issuer doesn’t give this client ID tokens.', CHECK_CLIENT],
    server_error: ['The issuer reported an internal error.', 'Log in again later.'],
    temporarily_unavailable: ['The issuer is unavailable.', 'Log in again later.'],
    otherwise: ['The issuer refused the login.', 'Log in again.'],
  },
  SESSION_MISMATCH: {
    admitted: [
      'The service assigns the session to a different user than its answer said.',
      'Don’t use this service until you know why.',
    ],
    token: [
      'The session belongs to a different {what}: {given} instead of {wanted}.',
      'Don’t use it. Check the profile’s address, then open the session again.',
    ],
  },
  SESSION_NOT_LISTED: [
    'The service doesn’t say when the session expires.',
    'Open the session again. If this happens again, check the user’s API keys.',
  ],
  OIDC_ISSUER_INVALID: {
    answer: ['This address isn’t an OIDC issuer.', 'Check the address and the network.'],
    login: ['The issuer names no login page.', 'Check the issuer’s address.'],
  },
  OIDC_TOKEN_INVALID: [
    'The issuer gave no valid ID token for this login.',
    'Log in again. If this happens again, check the client ID.',
  ],
  SESSION_KEYS_UNKNOWN: [
    'The profile has no pinned key to verify session tokens.',
    'Start this profile’s service once to pin its keys.',
  ],
  SESSION_RESULT_INVALID: [
    'The service’s answer contains no session.',
    'Check the activity, then open the session again.',
  ],
  LOGIN_UNDER_WAY: ['Another login is waiting in the browser.', 'Finish it there, or cancel it.'],
  SESSION_UNKNOWN: ['This session doesn’t exist.', 'Choose one from the list.'],
});
