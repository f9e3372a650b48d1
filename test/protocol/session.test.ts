import { verifySessionJwtSignature } from '@turnkey/crypto';
import { decodeJwt, importJWK, jwtVerify } from 'jose';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toBase64Url, toHex, toUtf8 } from '#protocol/encoding.ts';
import { parseSession, signSession, verifySession, type SessionClaims } from '#protocol/session.ts';
import vector from '../vectors/session.json' with { type: 'json' };
import { flipBit, keyPairOf, withCode, withOneOf } from './keys.ts';

const notarizer = keyPairOf(1);
const pinned = toHex(notarizer.publicKey);
const exp = 1_700_000_000;
const before = exp * 1000 - 1;
const claims: SessionClaims = {
  exp,
  public_key: `02${'ab'.repeat(32)}`,
  session_type: 'SESSION_TYPE_READ_WRITE',
  user_id: 'user-1',
  organization_id: 'org-1',
};
const jwt = signSession(claims, notarizer.privateKey);
const [head = '', payload = '', signature = ''] = jwt.split('.');
const encode = (value: unknown): string => toBase64Url(toUtf8(JSON.stringify(value)));

describe('session JWT', () => {
  it('verifies the published token until its published end', () => {
    const { exp: end } = parseSession(vector.jwt);
    expect(verifySession(vector.jwt, vector.notarizerPublicKey, end * 1000 - 1)).toMatchObject({
      session_type: 'SESSION_TYPE_READ_WRITE',
      user_id: '6912b819-f4df-40f4-a192-20ee43090974',
    });
    expect(() => verifySession(vector.jwt, vector.notarizerPublicKey, end * 1000)).toThrow(
      expect.objectContaining({
        ...withCode('SESSION_EXPIRED'),
        message: 'The session expired at 2025-06-02T15:07:17.000Z.',
      }),
    );
  });

  it('attack: padding, or an end that no date has, is refused by its code', () => {
    for (const token of [
      `${jwt}==`,
      `${head}.${payload}==.${signature}`,
      `${head}==.${payload}.${signature}`,
    ])
      expect(() => parseSession(token)).toThrow(expect.objectContaining(withCode('SESSION_MALFORMED')));
    for (const absurd of [8_640_000_000_001, Number.MAX_SAFE_INTEGER, 1e300])
      expect(() => parseSession(`${head}.${encode({ ...claims, exp: absurd })}.${signature}`)).toThrow(
        expect.objectContaining(withCode('SESSION_MALFORMED')),
      );
  });

  it('is verified by us and by the vendor client', async () => {
    expect(verifySession(jwt, pinned, before)).toEqual(claims);
    await expect(verifySessionJwtSignature(jwt, pinned)).resolves.toBe(true);
    await expect(verifySessionJwtSignature(jwt, toHex(keyPairOf(2).publicKey))).resolves.toBe(false);
  });

  it('is a JWT whose ordinary ES256 check fails, as published', async () => {
    expect(decodeJwt(jwt)).toEqual(claims);
    const x = toBase64Url(notarizer.publicKey.subarray(1, 33));
    const y = toBase64Url(notarizer.publicKey.subarray(33));
    const key = await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256');
    await expect(jwtVerify(jwt, key, { currentDate: new Date(before) })).rejects.toMatchObject({
      code: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
    });
  });

  it('writes the published header and the claims in the published order', () => {
    expect(head).toBe(vector.jwt.split('.')[0]);
    const names = (token: string): string[] => Object.keys(decodeJwt(token));
    expect(names(signSession({ ...claims, scope: 's' }, notarizer.privateKey))).toEqual([
      ...names(vector.jwt),
      'scope',
    ]);
  });

  it('expired: from its last second on it is refused', () => {
    for (const now of [exp * 1000, exp * 1000 + 1, Number.POSITIVE_INFINITY, Number.NaN]) {
      expect(() => verifySession(jwt, pinned, now)).toThrow(
        expect.objectContaining(withCode('SESSION_EXPIRED')),
      );
    }
  });

  it('wrong notarizer: a token of another signer is refused, expired or not', () => {
    const other = signSession(claims, keyPairOf(2).privateKey);
    for (const now of [before, exp * 1000]) {
      expect(() => verifySession(other, pinned, now)).toThrow(
        expect.objectContaining(withCode('SIGNATURE_INVALID')),
      );
    }
  });

  it('prolonged: claims that were changed, or written anew with other spaces, do not verify', () => {
    for (const changed of [
      encode({ ...claims, exp: exp + 1 }),
      toBase64Url(toUtf8(JSON.stringify(claims, null, 1))),
    ]) {
      expect(() => verifySession(`${head}.${changed}.${signature}`, pinned, before)).toThrow(
        expect.objectContaining(withCode('SIGNATURE_INVALID')),
      );
    }
  });

  it('flipped bit: no changed signature verifies', () => {
    const raw = Uint8Array.from(Buffer.from(signature, 'base64url'));
    fc.assert(
      fc.property(fc.nat(), (bit) => {
        const changed = `${head}.${payload}.${toBase64Url(flipBit(raw, bit))}`;
        expect(() => verifySession(changed, pinned, before)).toThrow(
          expect.objectContaining(withOneOf('SIGNATURE_INVALID', 'SIGNATURE_MALFORMED')),
        );
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ['empty', ''],
    ['of two parts', `${head}.${payload}`],
    ['of four parts', `${jwt}.x`],
    ['not base64url', `${head}.%.${signature}`],
    ['with a header that is no JSON', `${toBase64Url(toUtf8('x'))}.${payload}.${signature}`],
    ['with alg none', `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`],
    ['with alg HS256', `${encode({ alg: 'HS256', typ: 'JWT' })}.${payload}.${signature}`],
    ['without typ', `${encode({ alg: 'ES256' })}.${payload}.${signature}`],
    ['with claims that are a list', `${head}.${encode([])}.${signature}`],
    ['with claims that are no UTF-8', `${head}.${toBase64Url(Uint8Array.of(0xff))}.${signature}`],
    ...Object.keys(claims).map((name): [string, string] => [
      `without ${name}`,
      `${head}.${encode({ ...claims, [name]: undefined })}.${signature}`,
    ]),
    ['with an end in text', `${head}.${encode({ ...claims, exp: String(exp) })}.${signature}`],
    ['with an end that is no whole number', `${head}.${encode({ ...claims, exp: 1.5 })}.${signature}`],
    ['with a key that is no hex', `${head}.${encode({ ...claims, public_key: 'key' })}.${signature}`],
  ])('is malformed when it is %s', (_, token) => {
    expect(() => verifySession(token, pinned, before)).toThrow(
      expect.objectContaining(withCode('SESSION_MALFORMED')),
    );
    expect(() => parseSession(token)).toThrow(expect.objectContaining(withCode('SESSION_MALFORMED')));
  });

  it('refuses a token that is longer than any before it reads it', () => {
    expect(() => parseSession('.'.repeat(16_385))).toThrow(
      expect.objectContaining({
        ...withCode('SESSION_MALFORMED'),
        message: 'The session token is malformed: it is longer than 16384 characters.',
      }),
    );
  });

  it('says so when the signature has no form', () => {
    expect(() => verifySession(`${head}.${payload}.AAAA`, pinned, before)).toThrow(
      expect.objectContaining(withCode('SIGNATURE_MALFORMED')),
    );
  });

  it('is not signed over claims that no reader would take', () => {
    expect(() => signSession({ ...claims, user_id: '' }, notarizer.privateKey)).toThrow(
      expect.objectContaining(withCode('SESSION_MALFORMED')),
    );
  });

  it('takes any text without an error of another kind', () => {
    const part = fc.oneof(
      fc.string(),
      fc.json().map((json) => toBase64Url(toUtf8(json))),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
        expect(() => parseSession(parts.join('.'))).toThrow(
          expect.objectContaining(withCode('SESSION_MALFORMED')),
        );
      }),
    );
  });
});
