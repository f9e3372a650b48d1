import { base64, base64nopad } from '@scure/base';
import { z } from 'zod';
import { fromBase64Url, fromUtf8, sha256Hex, toUtf8 } from './encoding.ts';

/**
 * The nonce that binds an OIDC token to a client key (PROTOCOL.md, section 5): lowercase hex SHA-256 of the UTF-8 text
 * of the key's hex, exactly as the request sends it, not of the key's bytes.
 * @param publicKey `targetPublicKey` of `oauth`, or `publicKey` of `oauth_login`
 */
export const oidcNonceOf = (publicKey: string): string => sha256Hex(toUtf8(publicKey));

const claims = z.looseObject({
  iss: z.string().min(1),
  sub: z.string().min(1),
  aud: z.union([z.string(), z.array(z.string())]),
});

/** Who an ID token says it is about, as it says it. */
export interface OidcClaims {
  readonly issuer: string;
  readonly subject: string;
  readonly audience: readonly string[];
}

/**
 * Reads whom an ID token is about (OpenID Connect Core 1.0, section 2). Nothing of it is verified: the issuer's signature
 * is checked by who logs in, and by the service.
 * @param token a JWT in its compact form, or base64 of its text, which the service takes as well (docs/decisions/052)
 * @returns undefined for a text that is no ID token
 */
export function readOidcClaims(token: string): OidcClaims | undefined {
  const [, payload, signature, ...rest] = compactOf(token).split('.');
  if (payload === undefined || signature === undefined || rest.length > 0) return undefined;
  try {
    const json: unknown = JSON.parse(fromUtf8(fromBase64Url(payload), 'ID token'));
    const { iss, sub, aud } = claims.parse(json);
    return { issuer: iss, subject: sub, audience: [aud].flat() };
  } catch {
    return undefined;
  }
}

/** As the service reads it: what is not compact is base64, never both. */
function compactOf(token: string): string {
  if (/^[\w-]+\.[\w-]+\.[\w-]*$/.test(token)) return token;
  try {
    return fromUtf8((token.length % 4 === 0 ? base64 : base64nopad).decode(token), 'ID token');
  } catch {
    return '';
  }
}
