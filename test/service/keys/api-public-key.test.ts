import { ed25519 } from '@noble/curves/ed25519.js';
import { expect, test } from 'vitest';
import { faultOfPublicKey } from '#service/keys/api-public-key.ts';

const CURVE = 'API_KEY_CURVE_ED25519';
const { Point } = ed25519;
const good = Point.BASE.multiply(12_345n);
/** The eight points whose order divides 8 (RFC 8032, section 5.1: the cofactor). */
const SMALL = [
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0000000000000000000000000000000000000000000000000000000000000080',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
];

test('takes a key of the prime-order group', () => {
  expect(faultOfPublicKey(CURVE, good.toHex())).toBeUndefined();
});

test.each(SMALL)('attack: an Ed25519 API key of small order is refused: %s', (publicKey) => {
  expect(faultOfPublicKey(CURVE, publicKey)).toBe('is a point of small order');
});

test.each(SMALL.slice(1))(
  'attack: an Ed25519 API key of mixed order is refused: a key plus %s',
  (torsion) => {
    const mixed = good.add(Point.fromHex(torsion)).toHex();
    expect(faultOfPublicKey(CURVE, mixed)).toBe('is a point of mixed order');
  },
);
