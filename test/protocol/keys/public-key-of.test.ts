import { expect, test } from 'vitest';
import { fromHex } from '#protocol/encoding.ts';
import { publicKeyOf } from '#protocol/keys/public-key-of.ts';
import { Secret } from '#protocol/secret.ts';

test.each([
  ['CURVE_SECP256K1', '00'.repeat(32)],
  ['CURVE_SECP256K1', 'ff'.repeat(32)],
  ['CURVE_P256', 'ff'.repeat(32)],
  ['CURVE_P256', '01'.repeat(31)],
  ['CURVE_ED25519', '01'.repeat(33)],
] as const)('no private key of %s: %s', (curve, hex) => {
  expect(() => publicKeyOf(curve, new Secret(fromHex(hex)))).toThrow(
    expect.objectContaining({ code: 'PRIVATE_KEY_INVALID' }) as Error,
  );
});
