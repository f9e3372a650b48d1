import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { computeAddress } from 'ethers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ADDRESS_TABLE, addressOf } from '#chains/addresses/address-of.ts';
import type { AddressFormat } from '#protocol/catalogue/fields.ts';
import { fromHex, toHex } from '#protocol/encoding.ts';
import type { KeyCurve } from '#protocol/keys/curve.ts';
import vectors from '../../vectors/addresses.json' with { type: 'json' };

const formats = Object.keys(ADDRESS_TABLE) as AddressFormat[];
const curves: KeyCurve[] = ['CURVE_SECP256K1', 'CURVE_ED25519', 'CURVE_P256'];
const KEYS: Record<KeyCurve, Uint8Array> = {
  CURVE_SECP256K1: secp256k1.getPublicKey(new Uint8Array(32).fill(1), true),
  CURVE_ED25519: ed25519.getPublicKey(new Uint8Array(32).fill(1)),
  CURVE_P256: p256.getPublicKey(new Uint8Array(32).fill(1), true),
};
const refusal = (code: string): Error => expect.objectContaining({ code }) as Error;
const cases = vectors.flatMap(({ curve, publicKey, addresses }) =>
  Object.entries(addresses).map(([format, address]) => ({ format, curve, publicKey, address })),
);

describe('addressOf', () => {
  it.each(cases)(
    "is that of the chain's own library: $format of $publicKey",
    ({ format, curve, publicKey, address }) => {
      expect(addressOf(format as AddressFormat, curve as KeyCurve, fromHex(publicKey))).toBe(address);
    },
  );

  it('has every format and curve of the table among those vectors', () => {
    const seen = new Set(cases.map(({ format, curve }) => `${format} ${curve}`));
    const missing = formats.flatMap((format) =>
      Object.keys(ADDRESS_TABLE[format])
        .map((curve) => `${format} ${curve}`)
        .filter((pair) => !seen.has(pair)),
    );
    // P-256 belongs to no chain here: its two encodings are checked below.
    expect(missing).toEqual([
      'ADDRESS_FORMAT_UNCOMPRESSED CURVE_P256',
      'ADDRESS_FORMAT_COMPRESSED CURVE_P256',
    ]);
  });

  it('gives keys of P-256 in both encodings of SEC1', () => {
    const uncompressed = toHex(p256.getPublicKey(new Uint8Array(32).fill(1), false));
    expect(addressOf('ADDRESS_FORMAT_UNCOMPRESSED', 'CURVE_P256', KEYS.CURVE_P256)).toBe(uncompressed);
    expect(addressOf('ADDRESS_FORMAT_COMPRESSED', 'CURVE_P256', KEYS.CURVE_P256)).toBe(
      toHex(KEYS.CURVE_P256),
    );
  });

  it('gives the address of BIP-86 for its first receiving key', () => {
    const key = fromHex('03cc8a4bc64d897bddc5fbc2f670f7a8ba0b386779106cf1223c6fc5d7cd6fc115');
    expect(addressOf('ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR', 'CURVE_SECP256K1', key)).toBe(
      'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
    );
  });

  it('gives the address of BIP-84 for its first receiving key', () => {
    const key = fromHex('0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c');
    expect(addressOf('ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH', 'CURVE_SECP256K1', key)).toBe(
      'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    );
  });

  it('gives the address of BIP-49 for its test key', () => {
    const key = fromHex('03a1af804ac108a8a51782198c2d034b28bf90c8803f5a53f76276fa69a4eae77f');
    expect(addressOf('ADDRESS_FORMAT_BITCOIN_TESTNET_P2SH', 'CURVE_SECP256K1', key)).toBe(
      '2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2',
    );
  });

  it('gives the Ethereum address that ethers gives', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: secp256k1.Point.Fn.ORDER - 1n }), (scalar) => {
        const key = secp256k1.Point.BASE.multiply(scalar).toBytes(true);
        expect(addressOf('ADDRESS_FORMAT_ETHEREUM', 'CURVE_SECP256K1', key)).toBe(
          computeAddress(`0x${toHex(key)}`),
        );
      }),
      { numRuns: 20 },
    );
  });

  it.each(formats.flatMap((format) => curves.map((curve) => [format, curve] as const)))(
    '%s of a key of %s exists, or is refused as such',
    (format, curve) => {
      if (curve in ADDRESS_TABLE[format]) expect(addressOf(format, curve, KEYS[curve])).not.toBe('');
      else
        expect(() => addressOf(format, curve, KEYS[curve])).toThrow(refusal('ADDRESS_FORMAT_CURVE_MISMATCH'));
    },
  );

  it('refuses bytes that are no public key: an address that nobody can spend from', () => {
    const uncompressed = secp256k1.getPublicKey(new Uint8Array(32).fill(1), false);
    const offCurve = new Uint8Array(33).fill(0xff);
    const bad: [KeyCurve, Uint8Array][] = [
      ['CURVE_SECP256K1', new Uint8Array(0)],
      ['CURVE_SECP256K1', uncompressed],
      ['CURVE_SECP256K1', offCurve],
      ['CURVE_SECP256K1', KEYS.CURVE_ED25519],
      ['CURVE_P256', offCurve],
      ['CURVE_ED25519', KEYS.CURVE_SECP256K1],
      ['CURVE_ED25519', new Uint8Array(32).fill(0xff)],
    ];
    for (const [curve, key] of bad) {
      expect(() => addressOf('ADDRESS_FORMAT_COMPRESSED', curve, key)).toThrow(refusal('PUBLIC_KEY_INVALID'));
    }
  });
});
