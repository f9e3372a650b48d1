import { createPublicKey, verify as nodeVerify } from 'node:crypto';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, toBase64Url, toHex, toUtf8 } from '#protocol/encoding.ts';
import {
  API_KEY_CURVES,
  parseStamp,
  portableSigner,
  apiPublicKeyOf,
  publicKeyText,
  SCHEME_OF_CURVE,
  stamp,
  verifyStamp,
} from '#protocol/stamp.ts';
import activityLive from '../vectors/activity-live.json' with { type: 'json' };
import apiKey from '../vectors/api-key.json' with { type: 'json' };
import ed25519Vectors from '../vectors/ed25519.json' with { type: 'json' };

const body = toUtf8('{"organizationId":"651b573c-861b-4f10-a478-cbcfe0c226af"}');
const privateKey = fromHex(apiKey.privateKey);
const encode = (value: unknown): string => toBase64Url(toUtf8(JSON.stringify(value)));

// DER prefixes of SubjectPublicKeyInfo for compressed points, so that Node's own crypto can be the second opinion.
const SPKI = {
  API_KEY_CURVE_P256: '3039301306072a8648ce3d020106082a8648ce3d030107032200',
  API_KEY_CURVE_SECP256K1: '3036301006072a8648ce3d020106052b8104000a032200',
  API_KEY_CURVE_ED25519: '302a300506032b6570032100',
} as const;

describe('stamp', () => {
  it('derives the published public key', () => {
    expect(apiPublicKeyOf('API_KEY_CURVE_P256', privateKey)).toBe(apiKey.publicKey);
  });

  it.each(API_KEY_CURVES)('makes %s stamps that Node verifies over the exact body', (curve) => {
    const signer = portableSigner(curve, privateKey);
    const parsed = parseStamp(stamp(body, signer));
    expect(Object.keys(parsed)).toEqual(['publicKey', 'scheme', 'signature']);
    expect(parsed.scheme).toBe(SCHEME_OF_CURVE[curve]);
    const key = createPublicKey({
      key: Buffer.from(SPKI[curve] + parsed.publicKey, 'hex'),
      format: 'der',
      type: 'spki',
    });
    const digest = curve === 'API_KEY_CURVE_ED25519' ? null : 'sha256';
    expect(nodeVerify(digest, body, key, Buffer.from(parsed.signature, 'hex'))).toBe(true);
  });

  it('verifies what the vendor client stamps', async () => {
    const vendor = new ApiKeyStamper({ apiPublicKey: apiKey.publicKey, apiPrivateKey: apiKey.privateKey });
    for (let round = 0; round < 16; round += 1) {
      const text = `{"round":${round}}`;
      const { stampHeaderName, stampHeaderValue } = await vendor.stamp(text);
      expect(stampHeaderName).toBe('X-Stamp');
      const parsed = parseStamp(stampHeaderValue);
      expect(verifyStamp(parsed, toUtf8(text))).toBe(true);
      expect(verifyStamp(parsed, toUtf8(`${text} `))).toBe(false);
    }
  });

  it('verifies a vote that the public service recorded', () => {
    const [vote] = activityLive.votes;
    if (vote === undefined) throw new Error('the vector has a vote');
    const value = parseStamp(
      encode({ publicKey: vote.publicKey, scheme: vote.scheme, signature: vote.signature }),
    );
    expect(verifyStamp(value, toUtf8(vote.message))).toBe(true);
    expect(verifyStamp(value, toUtf8(vote.message.replace('V7', 'V6')))).toBe(false);
  });

  it('signs Ed25519 as RFC 8032 prints it', () => {
    for (const vector of ed25519Vectors) {
      const signer = portableSigner('API_KEY_CURVE_ED25519', fromHex(vector.privateKey));
      const message = Uint8Array.from(Buffer.from(vector.message, 'hex'));
      expect(signer.publicKey).toBe(vector.publicKey);
      expect(toHex(signer.sign(message))).toBe(vector.signature);
    }
  });

  it('accepts a signature with a high S, as published clients send it', () => {
    const signer = portableSigner('API_KEY_CURVE_P256', privateKey);
    // Half of all signatures have one; the signer leaves them as they are.
    const high = Array.from({ length: 64 }, (_, n) => toUtf8(`high ${n}`)).find((text) => {
      const der = signer.sign(text);
      const s = der.subarray(4 + (der[3] ?? 0) + 2);
      return BigInt(`0x${toHex(s)}`) > 0x7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a8n;
    });
    if (high === undefined) throw new Error('no high S among 64 signatures');
    expect(verifyStamp(parseStamp(stamp(high, signer)), high)).toBe(true);
  });

  it('flipped bit: a stamp with any bit of its signature flipped does not verify', () => {
    fc.assert(
      fc.property(fc.constantFrom(...API_KEY_CURVES), fc.nat(), (curve, at) => {
        const value = parseStamp(stamp(body, portableSigner(curve, privateKey)));
        const signature = fromHex(value.signature);
        const bit = at % (signature.length * 8);
        signature[bit >> 3] = (signature[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(verifyStamp({ ...value, signature: toHex(signature) }, body)).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  it('scheme confusion: a P-256 stamp sent as secp256k1 does not verify', () => {
    const value = parseStamp(stamp(body, portableSigner('API_KEY_CURVE_P256', privateKey)));
    expect(verifyStamp({ ...value, scheme: SCHEME_OF_CURVE.API_KEY_CURVE_SECP256K1 }, body)).toBe(false);
  });

  it('foreign key: a stamp that names another public key does not verify', () => {
    const value = parseStamp(stamp(body, portableSigner('API_KEY_CURVE_P256', privateKey)));
    const other = apiPublicKeyOf('API_KEY_CURVE_P256', new Uint8Array(32).fill(7));
    expect(verifyStamp({ ...value, publicKey: other }, body)).toBe(false);
  });

  it('off-curve key: a public key that is no point does not verify and does not throw', () => {
    const value = parseStamp(stamp(body, portableSigner('API_KEY_CURVE_P256', privateKey)));
    expect(verifyStamp({ ...value, publicKey: `02${'ff'.repeat(32)}` }, body)).toBe(false);
  });
});

describe('publicKeyText', () => {
  it('attack: one key in several forms is one key', () => {
    for (const [curve, ecdsa] of [
      ['API_KEY_CURVE_P256', p256],
      ['API_KEY_CURVE_SECP256K1', secp256k1],
    ] as const) {
      const { scheme, publicKey } = portableSigner(curve, new Uint8Array(32).fill(7));
      const whole = ecdsa.Point.fromHex(publicKey).toHex(false);
      for (const form of [publicKey, publicKey.toUpperCase(), `0x${publicKey}`, whole])
        expect(publicKeyText(scheme, form)).toBe(publicKey);
    }
    const { scheme, publicKey } = portableSigner('API_KEY_CURVE_ED25519', new Uint8Array(32).fill(7));
    expect(publicKeyText(scheme, `0X${publicKey.toUpperCase()}`)).toBe(publicKey);
  });
});

describe('parseStamp', () => {
  const good = parseStamp(stamp(body, portableSigner('API_KEY_CURVE_P256', privateKey)));

  it.each([
    ['empty', ''],
    ['not base64url', '%%%'],
    ['base64 with + and /', '++//'],
    ['not JSON', toBase64Url(toUtf8('stamp'))],
    ['not UTF-8', toBase64Url(Uint8Array.of(0xff, 0xfe))],
    ['an array', encode([])],
    ['null', encode(null)],
    ['a member missing', encode({ publicKey: good.publicKey, scheme: good.scheme })],
    ['a member too many', encode({ ...good, extra: '1' })],
    ['an unknown scheme', encode({ ...good, scheme: 'SIGNATURE_SCHEME_NONE' })],
    ['an uncompressed key', encode({ ...good, publicKey: `04${'11'.repeat(64)}` })],
    ['a key of the wrong length for the scheme', encode({ ...good, publicKey: '11'.repeat(32) })],
    ['upper-case hex', encode({ ...good, publicKey: good.publicKey.toUpperCase() })],
    ['a signature of odd length', encode({ ...good, signature: good.signature.slice(1) })],
    ['a signature far too long', encode({ ...good, signature: '30'.repeat(200) })],
  ])('refuses a stamp that is %s', (_, header) => {
    expect(() => parseStamp(header)).toThrow(expect.objectContaining({ code: 'STAMP_MALFORMED' }));
  });

  it('takes any text without an error of another kind', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json().map((json) => toBase64Url(toUtf8(json))),
        ),
        (header) => {
          try {
            parseStamp(header);
          } catch (error) {
            expect(error).toMatchObject({ code: 'STAMP_MALFORMED' });
          }
        },
      ),
    );
  });
});
