import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { HDNodeWallet } from 'ethers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '#protocol/encoding.ts';
import { Secret } from '#protocol/secret.ts';
import type { KeyCurve } from '#protocol/keys/curve.ts';
import { derivePrivateKey } from '#protocol/keys/derivation/derive.ts';
import bip32 from '#test/vectors/bip32.json' with { type: 'json' };
import slip10 from '#test/vectors/slip10.json' with { type: 'json' };

const derive = (curve: string, seed: Uint8Array, path: string): Uint8Array =>
  derivePrivateKey(curve as KeyCurve, new Secret(Uint8Array.from(seed)), path).use((key) =>
    Uint8Array.from(key),
  );
const publicKeyOf: Record<string, (key: Uint8Array) => string> = {
  CURVE_SECP256K1: (key) => toHex(secp256k1.getPublicKey(key, true)),
  CURVE_P256: (key) => toHex(p256.getPublicKey(key, true)),
  CURVE_ED25519: (key) => `00${toHex(ed25519.getPublicKey(key))}`,
};

describe('derivePrivateKey', () => {
  it.each(bip32)('gives the key of BIP-32 for $path of $seed', ({ seed, path, extendedPrivateKey }) => {
    const extended = createBase58check(sha256).decode(extendedPrivateKey);
    expect(toHex(derive('CURVE_SECP256K1', fromHex(seed), path))).toBe(toHex(extended.subarray(46)));
  });

  it.each(slip10)(
    'gives the key of SLIP-0010: $title, $path',
    ({ curve, seed, path, privateKey, publicKey }) => {
      const key = derive(curve, fromHex(seed), path);
      expect(toHex(key)).toBe(privateKey);
      expect(publicKeyOf[curve]?.(key)).toBe(publicKey);
    },
  );

  it('gives the keys that ethers gives for secp256k1', () => {
    const child = fc
      .tuple(fc.nat(2 ** 31 - 1), fc.boolean())
      .map(([index, hard]) => `${index}${hard ? "'" : ''}`);
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 16, maxLength: 64 }),
        fc.array(child, { minLength: 1, maxLength: 5 }),
        (seed, steps) => {
          const path = ['m', ...steps].join('/');
          const theirs = HDNodeWallet.fromSeed(seed).derivePath(path).privateKey;
          expect(`0x${toHex(derive('CURVE_SECP256K1', seed, path))}`).toBe(theirs);
        },
      ),
      { numRuns: 25 },
    );
  });

  it.each(["m/44'/501'/0", "m/0'/1'/2'/2/1000000000'", 'm/0'])(
    'refuses soft steps for Ed25519: %s',
    (path) => {
      expect(() => derive('CURVE_ED25519', new Uint8Array(64), path)).toThrow(
        expect.objectContaining({
          code: 'PATH_INVALID',
          message: expect.stringContaining('not hardened') as string,
        }) as Error,
      );
    },
  );

  it.each(['CURVE_SECP256K1', 'CURVE_ED25519', 'CURVE_P256'])(
    'refuses seeds of another length for %s',
    (curve) => {
      for (const length of [0, 15, 65]) {
        expect(() => derive(curve, new Uint8Array(length), 'm')).toThrow(
          expect.objectContaining({ code: 'SEED_INVALID' }) as Error,
        );
      }
    },
  );

  it('leaves the seed as it was', () => {
    const seed = new Secret(new Uint8Array(64).fill(7));
    derivePrivateKey('CURVE_ED25519', seed, "m/0'");
    derivePrivateKey('CURVE_P256', seed, 'm/0');
    derivePrivateKey('CURVE_SECP256K1', seed, 'm/0');
    expect(seed.use((bytes) => bytes.every((byte) => byte === 7))).toBe(true);
  });
});
