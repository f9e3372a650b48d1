import {
  type JWTPayload,
  type JWTVerifyGetKey,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  jwtVerify,
} from 'jose';
import { z } from 'zod';
import { fromUtf8 } from '#protocol/encoding.ts';
import { oidcNonceOf } from '#protocol/oidc-claims.ts';
import type { ServiceError } from '../errors.ts';
import type { OauthProviderRow } from '../storage/schema.ts';
import { allWhere } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import { oidcError } from './errors.ts';
import { type IssuerKeys, IssuerUnavailable } from './issuer-keys.ts';

const claims = z.looseObject({
  iss: z.string().min(1).max(1024),
  sub: z.string().min(1).max(1024),
  aud: z.union([z.string(), z.array(z.string()).min(1).max(20)]),
});

/** What a token says of itself, before anything of it has been checked. */
interface TokenText {
  /** The JWT in its compact form. */
  readonly jwt: string;
  readonly issuer: string;
  readonly subject: string;
  readonly audiences: readonly string[];
  readonly keyId: string | undefined;
}

const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/**
 * Reads an OIDC token: a JWT, or base64 of its text (docs/decisions/052).
 * @returns undefined for anything that is no JWT with an issuer, a subject and an audience
 */
export function readToken(text: string): TokenText | undefined {
  try {
    const jwt = COMPACT.test(text) ? text : fromUtf8(Buffer.from(text, 'base64'));
    if (!COMPACT.test(jwt)) return undefined;
    const { iss, sub, aud } = claims.parse(decodeJwt(jwt));
    const { kid } = decodeProtectedHeader(jwt);
    return { jwt, issuer: iss, subject: sub, audiences: typeof aud === 'string' ? [aud] : aud, keyId: kid };
  } catch {
    return undefined;
  }
}

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
  if (error instanceof TypeError || error instanceof DOMException)
    return invalidToken('its signature does not hold (the key is unusable)', error);
  return error;
}

/** Where tokens are looked up before their activity begins. */
export interface Lookup {
  readonly store: Store;
  readonly organizationId: string;
  readonly issuerKeys: IssuerKeys;
}

/**
 * Obtains the keys that a token will be checked with; those of issuers whom no user of the organization has are not asked for.
 * @throws ServiceError UNAVAILABLE
 */
export async function obtainKeys({ store, organizationId, issuerKeys }: Lookup, text: string): Promise<void> {
  const token = readToken(text);
  if (token === undefined || (await providerOf(store, organizationId, token)) === undefined) return;
  await issuerKeys.obtain(token.issuer, token.keyId);
  keysAtHand(issuerKeys, token.issuer);
}

/** What a token is checked with, on behalf of a caller. */
interface Checking extends Pick<Lookup, 'store' | 'issuerKeys'> {
  readonly caller: { readonly organizationId: string };
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Finds whose token it is, and verifies it.
 * @param publicKey the client's key as the request has it
 * @throws ServiceError INVALID_OIDC_TOKEN, UNAVAILABLE
 */
export async function identify(
  { store, caller, issuerKeys, now }: Checking,
  text: string,
  publicKey: string,
): Promise<OauthProviderRow> {
  const token = readToken(text);
  if (token === undefined) throw invalidToken('it is no JWT with issuer, subject and audience');
  const provider = await providerOf(store, caller.organizationId, token);
  if (provider === undefined)
    throw invalidToken('no user has a provider of its issuer, audience and subject');
  await verifyToken(issuerKeys, token, { audience: provider.audience, now, publicKey });
  return provider;
}

async function providerOf(
  store: Store,
  organizationId: string,
  { issuer, subject, audiences }: TokenText,
): Promise<OauthProviderRow | undefined> {
  const providers = await allWhere(store, 'oauth_provider', {
    organization_id: organizationId,
    issuer,
    subject,
  });
  return providers.find(({ audience }) => audiences.includes(audience));
}
