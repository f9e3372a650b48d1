import fc from 'fast-check';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { readOidcClaims } from '#protocol/oidc-claims.ts';

const KEY = new Uint8Array(32).fill(1);
/** A token that another library writes. */
const tokenOf = (claims: Record<string, unknown>): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(KEY);

describe('the claims of an ID token', () => {
  it.each([
    ['desk', ['desk']],
    [
      ['desk', 'phone'],
      ['desk', 'phone'],
    ],
  ])('are whom it is about, and which clients it is for: %j', async (aud, audience) => {
    const token = await tokenOf({ iss: 'https://issuer.example', sub: 'ålice', aud, nonce: '00' });
    expect(readOidcClaims(token)).toEqual({ issuer: 'https://issuer.example', subject: 'ålice', audience });
  });

  it.each([
    { sub: 'alice', aud: 'desk' },
    { iss: 'i', sub: 7, aud: 'desk' },
    { iss: 'i', sub: 's', aud: [1] },
  ])('are not made up where one is missing or of another kind: %j', async (claims) => {
    expect(readOidcClaims(await tokenOf(claims))).toBeUndefined();
  });

  it('are read out of a whole token alone', async () => {
    const token = await tokenOf({ iss: 'i', sub: 's', aud: 'a' });
    const [head = '', payload = ''] = token.split('.');
    for (const text of [`${head}.${payload}`, `${token}.x`, payload, `${head}.${payload}=.x`, ''])
      expect(readOidcClaims(text)).toBeUndefined();
  });

  it('are none of any other text, and reading throws nothing', () => {
    fc.assert(fc.property(fc.string(), (text) => readOidcClaims(text) === undefined));
    fc.assert(
      fc.property(fc.json(), (json) => {
        readOidcClaims(`e30.${Buffer.from(json).toString('base64url')}.x`);
      }),
    );
  });
});
