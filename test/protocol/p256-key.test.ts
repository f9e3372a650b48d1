import { createECDH } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex } from '#protocol/encoding.ts';
import { compressP256, generateP256KeyPair, p256PublicKeyOf, uncompressP256 } from '#protocol/p256-key.ts';
import { flipBit, keyPairOf, withCode } from './keys.ts';

const ORDER = 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551';

describe('generateP256KeyPair', () => {
  it('makes pairs that Node computes alike, and wipes the random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 48, maxLength: 48 }), (random) => {
        const { privateKey, publicKey } = generateP256KeyPair(random);
        const node = createECDH('prime256v1');
        node.setPrivateKey(privateKey.use((key) => Buffer.from(key)));
        expect(toHex(publicKey)).toBe(node.getPublicKey('hex'));
        expect(random.every((byte) => byte === 0)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  it.each([0, 32, 47, 49])('refuses %i random bytes', (length) => {
    expect(() => generateP256KeyPair(new Uint8Array(length))).toThrow(
      expect.objectContaining(withCode('RANDOM_LENGTH')),
    );
  });
});

describe('p256PublicKeyOf', () => {
  it.each([
    ['of 31 bytes', new Uint8Array(31).fill(1)],
    ['of 33 bytes', new Uint8Array(33).fill(1)],
    ['empty', new Uint8Array(0)],
    ['zero', new Uint8Array(32)],
    ['the order of the curve', Uint8Array.from(Buffer.from(ORDER, 'hex'))],
    ['above the order', new Uint8Array(32).fill(0xff)],
  ])('refuses a private key that is %s', (_, key) => {
    expect(() => p256PublicKeyOf(key)).toThrow(expect.objectContaining(withCode('PRIVATE_KEY_INVALID')));
  });
});

describe('public keys', () => {
  const { publicKey } = keyPairOf(1);

  it('go from one form to the other and back, as bytes and as hex', () => {
    const compressed = compressP256(publicKey, 'key');
    expect(compressed).toHaveLength(33);
    expect(toHex(uncompressP256(compressed, 'key'))).toBe(toHex(publicKey));
    expect(toHex(uncompressP256(toHex(compressed), 'key'))).toBe(toHex(publicKey));
  });

  it.each([
    ['empty', ''],
    ['not hex', 'zz'],
    ['the point at infinity', '00'],
    ['cut short', toHex(publicKey).slice(0, 128)],
    ['too long', `${toHex(publicKey)}00`],
    ['of a hybrid form', `06${toHex(publicKey).slice(2)}`],
    ['compressed with the prefix of an uncompressed one', `04${toHex(publicKey).slice(2, 66)}`],
    ['an x coordinate outside the field', `02${'ff'.repeat(32)}`],
  ])('are refused when %s', (_, key) => {
    expect(() => uncompressP256(key, 'target key')).toThrow(
      expect.objectContaining({
        ...withCode('PUBLIC_KEY_INVALID'),
        message: 'The target key is no P-256 public key.',
      }),
    );
  });

  it('invalid-curve attack: an uncompressed key with any bit flipped is no point', () => {
    fc.assert(
      fc.property(fc.nat({ max: 65 * 8 - 1 }), (bit) => {
        expect(() => uncompressP256(flipBit(publicKey, bit), 'key')).toThrow(
          expect.objectContaining(withCode('PUBLIC_KEY_INVALID')),
        );
      }),
    );
  });
});
