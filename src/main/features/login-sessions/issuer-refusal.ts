import { AuthorizationResponseError } from 'oauth4webapi';
import type { AppError } from '#protocol/error.ts';
import { loginError } from './errors.ts';

/** What an issuer answers in the place of a code (RFC 6749, section 4.1.2.1), as far as there are words of ours for it. */
const REFUSALS = Object.keys(loginError.rows.OIDC_REFUSED) as (keyof typeof loginError.rows.OIDC_REFUSED)[];

/**
 * Why an issuer led the browser back without a code, in this program's words: the issuer's own description is text of
 * somebody else, and is not shown.
 * @param cause what checking the redirect threw
 * @returns a AppError `OIDC_REFUSED`
 */
export function issuerRefusal(cause: unknown): AppError {
  const code = cause instanceof AuthorizationResponseError ? cause.error : '';
  return loginError(`OIDC_REFUSED.${REFUSALS.find((each) => each === code) ?? 'otherwise'}`, { cause });
}
