import { defineErrors } from '#protocol/define-errors.ts';

const CHECK_CLIENT = 'Check the client id, and what the issuer lets this client do.';

/** Logins, and the sessions that they open. */
export const loginError = defineErrors({
  // The situations are the issuer's own codes: RFC 6749, section 4.1.2.1.
  OIDC_REFUSED: {
    access_denied: ['The login was declined at the issuer.', 'Log in again to go on.'],
    unauthorized_client: ['The issuer does not let this client log in.', CHECK_CLIENT],
    unsupported_response_type: ['The issuer gives this client no codes.', CHECK_CLIENT],
    invalid_scope: ['The issuer gives this client no ID tokens.', CHECK_CLIENT],
    server_error: ['The issuer failed.', 'Log in again later.'],
    temporarily_unavailable: ['The issuer is not available now.', 'Log in again later.'],
    otherwise: ['The issuer refused the login.', 'Log in again.'],
  },
  SESSION_MISMATCH: {
    admitted: [
      'The service takes the session for somebody else than its answer said.',
      'Do not use this service until that is explained.',
    ],
    token: [
      'The session is of another {what}: {given} instead of {wanted}.',
      'Do not use it. Check the profile’s address, and open the session again.',
    ],
  },
  SESSION_NOT_LISTED: [
    'The service does not say when the session ends.',
    'Open the session again; look at the user’s API keys when it happens again.',
  ],
  OIDC_ISSUER_INVALID: {
    answer: ['The issuer does not answer as an OIDC issuer.', 'Check its address and the network.'],
    login: ['The issuer names no place to log in at.', 'Check its address.'],
  },
  OIDC_TOKEN_INVALID: [
    'The issuer gave no ID token that holds for this login.',
    'Log in again; check the client id when it happens again.',
  ],
  SESSION_KEYS_UNKNOWN: [
    'The profile has no pinned key to check session tokens with.',
    'Start the service of this profile once, so that its keys are pinned.',
  ],
  SESSION_RESULT_INVALID: [
    'The service’s answer holds no session.',
    'Look at the activity, and open the session again.',
  ],
  LOGIN_UNDER_WAY: ['Another login waits for the browser.', 'Finish it there, or call it off.'],
  SESSION_UNKNOWN: ['There is no such session.', 'Choose one of the list.'],
});
