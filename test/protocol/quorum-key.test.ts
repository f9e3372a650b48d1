import { describe, expect, it } from 'vitest';
import { toHex } from '#protocol/encoding.ts';
import { deriveQuorumKey } from '#protocol/quorum-key.ts';
import { Secret } from '#protocol/secret.ts';
import vectors from '../vectors/quorum-keys.json' with { type: 'json' };
import { hexOf, secretOfHex, withCode } from './keys.ts';

describe('deriveQuorumKey', () => {
  it.each(vectors)(
    'derives the published public key from the published seed $seed',
    ({ seed, publicKey }) => {
      const key = deriveQuorumKey(secretOfHex(seed));
      expect(toHex(key.publicKey)).toBe(publicKey);
      expect(toHex(key.encrypt.publicKey) + toHex(key.sign.publicKey)).toBe(publicKey);
    },
  );

  it('leaves the seed whole and gives the halves different keys', () => {
    const seed = secretOfHex('1f'.repeat(32));
    const key = deriveQuorumKey(seed);
    expect(hexOf(seed)).toBe('1f'.repeat(32));
    expect(hexOf(key.encrypt.privateKey)).not.toBe(hexOf(key.sign.privateKey));
  });

  it.each([0, 31, 33, 64])('refuses a seed of %i bytes', (length) => {
    expect(() => deriveQuorumKey(new Secret(new Uint8Array(length)))).toThrow(
      expect.objectContaining(withCode('SEED_LENGTH')),
    );
  });
});
