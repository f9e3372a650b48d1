import { decodeJwt, decodeProtectedHeader } from 'jose';
import { z } from 'zod';
import { fromUtf8 } from '#protocol/encoding.ts';

const claims = z.looseObject({
  iss: z.string().min(1).max(1024),
  sub: z.string().min(1).max(1024),
  aud: z.union([z.string(), z.array(z.string()).min(1).max(20)]),
});

/** What a token says of itself, before anything of it has been checked. */
export interface TokenText {
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
