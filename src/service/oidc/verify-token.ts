import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { oidcNonceOf } from '#protocol/oidc-nonce.ts';
import type { ServiceError } from '../errors.ts';
import { oidcError } from './errors.ts';
import { IssuerUnavailable, type IssuerKeys } from './issuer-keys.ts';
import type { TokenText } from './read-token.ts';

/** Signatures by a private key alone: with a shared secret, or none, anybody who knows the public key could sign. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/**
 * Verifies an OIDC token (OpenID Connect Core 1.0, section 3.1.3.7): signature by a key of its issuer, issuer, audience,
 * expiry, and, where the token is to open a session, the nonce that binds it to the client's key (PROTOCOL.md, section 5).
 * The issuer's keys must have been obtained before.
 * @param expected `publicKey` as the request has it; absent where a token only proves an identity
 * @throws ServiceError INVALID_OIDC_TOKEN; UNAVAILABLE when the issuer's keys are not at hand
 */
export async function verifyToken(
  keys: IssuerKeys,
  token: TokenText,
  expected: { readonly audience: string; readonly now: number; readonly publicKey?: string },
): Promise<void> {
  let payload: JWTPayload;
  try {
    ({ payload } = await jwtVerify(token.jwt, keysAtHand(keys, token.issuer), {
      algorithms: ALGORITHMS,
      issuer: token.issuer,
      audience: expected.audience,
      subject: token.subject,
      requiredClaims: ['exp'],
      currentDate: new Date(expected.now),
    }));
  } catch (error) {
    throw asInvalidToken(error);
  }
  const { nonce, tknonce, azp } = payload;
  if (token.audiences.length > 1 && azp !== expected.audience)
    throw invalidToken('it is for several audiences, and azp names another');
  if (expected.publicKey === undefined) return;
  const bound = oidcNonceOf(expected.publicKey);
  if (nonce !== bound && tknonce !== bound)
    throw invalidToken('its nonce is not of the public key of this request');
}

/**
 * The keys of an issuer, as they were obtained before.
 * @throws ServiceError UNAVAILABLE when they are not at hand
 */
export function keysAtHand(keys: IssuerKeys, issuer: string): JWTVerifyGetKey {
  try {
    return keys.keysOf(issuer);
  } catch (error) {
    if (!(error instanceof IssuerUnavailable)) throw error;
    throw oidcError('INVALID_OIDC_TOKEN.issuer', {
      issuer: issuer.slice(0, 200),
      why: error.message,
      cause: error,
    });
  }
}

/** A token that is refused. */
export const invalidToken = (why: string, cause?: unknown): ServiceError =>
  oidcError('INVALID_OIDC_TOKEN.token', { field: 'parameters.oidcToken', why, cause });

function asInvalidToken(error: unknown): unknown {
  if (error instanceof errors.JWTExpired) return invalidToken('it has expired', error);
  if (error instanceof errors.JWTClaimValidationFailed)
    return invalidToken(`its claim ${error.claim} is wrong (${error.reason})`, error);
  if (error instanceof errors.JOSEError)
    return invalidToken(`its signature does not hold (${error.code})`, error);
  // A key of the issuer that the platform cannot read.
  if (error instanceof TypeError)
    return invalidToken('its signature does not hold (the key is unusable)', error);
  return error;
}
