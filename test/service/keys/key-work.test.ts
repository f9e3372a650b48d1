import { secp256k1 } from '@noble/curves/secp256k1.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifyRawSignature } from '#chains/payload/payload-signature.ts';
import { toHex } from '#protocol/encoding.ts';
import { Secret, copySecret } from '#protocol/secret.ts';
import { signRaw } from '#service/keys/key-work.ts';

const CURVE = 'CURVE_SECP256K1';
const digests = fc.uint8Array({ minLength: 32, maxLength: 32 });
const keys = digests.filter((key) => secp256k1.utils.isValidSecretKey(key));

describe('a raw signature with secp256k1', () => {
  test('is the one that the portable library makes', () => {
    fc.assert(
      fc.property(digests, keys, (digest, key) => {
        const portable = secp256k1.sign(digest, key, { prehash: false, lowS: true, format: 'recovered' });
        const { r, s, v } = signRaw(CURVE, digest, new Secret(copySecret(key)));
        expect(v + r + s).toBe(toHex(portable));
      }),
      { numRuns: 60 },
    );
  });

  test.each([
    ['zero', '00'.repeat(32)],
    ['the order of the curve', secp256k1.Point.Fn.ORDER.toString(16)],
    ['the largest number', 'ff'.repeat(32)],
  ])('holds over a digest that is %s', (_, hex) => {
    const key = secp256k1.utils.randomSecretKey();
    const digest = Uint8Array.from(Buffer.from(hex, 'hex'));
    const signature = signRaw(CURVE, digest, new Secret(copySecret(key)));
    const publicKey = toHex(secp256k1.getPublicKey(key, true));
    expect(verifyRawSignature(digest, signature, { curve: CURVE, publicKey }).passed).toBe(true);
  });
});
