import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { computeAddress } from 'ethers';
import { expect, test } from 'vitest';
import { fromHex, toHex } from '#protocol/encoding.ts';
import { addressOf } from '#chains/addresses/address-of.ts';
import { generateKeyPair } from '#service/keys/key-pair.ts';

test('an Ethereum address of a generated key is the one that another library computes, checksum and all', () => {
  for (let n = 0; n < 20; n += 1) {
    const { publicKey } = generateKeyPair('CURVE_SECP256K1');
    expect(addressOf('ADDRESS_FORMAT_ETHEREUM', 'CURVE_SECP256K1', fromHex(publicKey))).toBe(
      computeAddress(`0x${publicKey}`),
    );
  }
});

test('generated keys belong to their public keys, and differ', () => {
  const first = generateKeyPair('CURVE_ED25519');
  expect(first.privateKey.use((key) => toHex(ed25519.getPublicKey(key)))).toBe(first.publicKey);
  expect(generateKeyPair('CURVE_ED25519').publicKey).not.toBe(first.publicKey);
  const second = generateKeyPair('CURVE_SECP256K1');
  expect(second.privateKey.use((key) => toHex(secp256k1.getPublicKey(key, true)))).toBe(second.publicKey);
});
