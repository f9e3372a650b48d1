import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { id, Wallet } from 'ethers';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '#protocol/encoding.ts';
import { verifyRawSignature } from '#chains/payload/payload-signature.ts';

const wallet = new Wallet(`0x${'46'.repeat(32)}`);
const publicKey = wallet.signingKey.compressedPublicKey.slice(2);
const digest = fromHex(id('hello'));
const { r, s, yParity } = wallet.signingKey.sign(id('hello'));
const signature = { r: r.slice(2), s: s.slice(2), v: `0${yParity}` };
const signer = { curve: 'CURVE_SECP256K1', publicKey } as const;

describe('a raw signature', () => {
  it('holds when another library made it with the key, by public key and by address', () => {
    expect(verifyRawSignature(digest, signature, signer).passed).toBe(true);
    const byAddress = { curve: 'CURVE_SECP256K1', address: wallet.address } as const;
    expect(verifyRawSignature(digest, signature, byAddress).passed).toBe(true);
  });

  it('holds with zeros left out at the start of r', () => {
    for (let n = 0; ; n += 1) {
      const other = wallet.signingKey.sign(id(String(n)));
      if (!other.r.startsWith('0x00')) continue;
      const short = { r: other.r.slice(4), s: other.s.slice(2), v: `0${other.yParity}` };
      expect(verifyRawSignature(fromHex(id(String(n))), short, signer).passed).toBe(true);
      return;
    }
  });

  it.each([
    ['over another payload', fromHex(id('other')), signature, signer],
    [
      'of another key',
      digest,
      signature,
      { ...signer, publicKey: '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798' },
    ],
    ['with the other parity', digest, { ...signature, v: `0${1 - yParity}` }, signer],
    [
      'with a high s',
      digest,
      { r: signature.r, s: (secp256k1.Point.CURVE().n - BigInt(s)).toString(16), v: `0${1 - yParity}` },
      signer,
    ],
    ['of nothing', digest, { r: '', s: '', v: '' }, signer],
    ['of words', digest, { r: 'zz', s: 'zz', v: 'zz' }, signer],
    ['of zeros', digest, { r: '00', s: '00', v: '00' }, signer],
    ['of a key that is not known', digest, signature, { curve: 'CURVE_SECP256K1' as const }],
  ])('fails %s', (_what, bytes, given, expected) => {
    expect(verifyRawSignature(bytes, given, expected).passed).toBe(false);
  });

  it('is checked for the other curves too', () => {
    const secret = fromHex('22'.repeat(32));
    const edwards = ed25519.sign(digest, secret);
    const halves = { r: toHex(edwards.subarray(0, 32)), s: toHex(edwards.subarray(32)), v: '00' };
    const edKey = { curve: 'CURVE_ED25519', publicKey: toHex(ed25519.getPublicKey(secret)) } as const;
    expect(verifyRawSignature(digest, halves, edKey).passed).toBe(true);
    expect(verifyRawSignature(fromHex(id('other')), halves, edKey).passed).toBe(false);
    const nist = p256.sign(digest, secret, { prehash: false, format: 'recovered' });
    const parts = { r: toHex(nist.subarray(1, 33)), s: toHex(nist.subarray(33)), v: `0${nist[0] ?? 0}` };
    const nistKey = { curve: 'CURVE_P256', publicKey: toHex(p256.getPublicKey(secret)) } as const;
    expect(verifyRawSignature(digest, parts, nistKey).passed).toBe(true);
  });
});
