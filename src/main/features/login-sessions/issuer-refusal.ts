import { AuthorizationResponseError } from 'oauth4webapi';
import { AppError } from '../../../protocol/error.ts';

interface Words {
  readonly message: string;
  readonly remedy: string;
}

const LATER = 'Log in again later.';
const CLIENT = 'Check the client id, and what the issuer lets this client do.';

/** What an issuer answers in the place of a code (RFC 6749, section 4.1.2.1). */
const REFUSALS: ReadonlyMap<string, Words> = new Map([
  ['access_denied', { message: 'The login was declined at the issuer.', remedy: 'Log in again to go on.' }],
  ['unauthorized_client', { message: 'The issuer does not let this client log in.', remedy: CLIENT }],
  ['unsupported_response_type', { message: 'The issuer gives this client no codes.', remedy: CLIENT }],
  ['invalid_scope', { message: 'The issuer gives this client no ID tokens.', remedy: CLIENT }],
  ['server_error', { message: 'The issuer failed.', remedy: LATER }],
  ['temporarily_unavailable', { message: 'The issuer is not available now.', remedy: LATER }],
]);
const OTHERWISE: Words = { message: 'The issuer refused the login.', remedy: 'Log in again.' };

/**
 * Why an issuer led the browser back without a code, in this program's words: the issuer's own description is text of
 * somebody else, and is not shown.
 * @param cause what checking the redirect threw
 * @returns a AppError `OIDC_REFUSED`
 */
export function issuerRefusal(cause: unknown): AppError {
  const code = cause instanceof AuthorizationResponseError ? cause.error : '';
  const { message, remedy } = REFUSALS.get(code) ?? OTHERWISE;
  return new AppError('OIDC_REFUSED', message, remedy, { cause });
}
