import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { computeAddress } from 'ethers';
import { expect, test } from 'vitest';
import { toHex } from '../../../src/protocol/encoding.ts';
import { addressOf } from '../../../src/service/keys/address.ts';
import { generateKeyPair } from '../../../src/service/keys/key-pair.ts';

test('an Ethereum address is the one that another library computes, checksum and all', () => {
  for (let n = 0; n < 20; n += 1) {
    const { publicKey } = generateKeyPair('CURVE_SECP256K1');
    expect(addressOf('ADDRESS_FORMAT_ETHEREUM', 'CURVE_SECP256K1', publicKey)).toBe(
      computeAddress(`0x${publicKey}`),
    );
  }
});

test('a Solana address is the base58 of the public key', () => {
  // The public key of 32 zero bytes has the known address of the system program.
  expect(addressOf('ADDRESS_FORMAT_SOLANA', 'CURVE_ED25519', '00'.repeat(32))).toBe('1'.repeat(32));
});

test('uncompressed and compressed are the same point', () => {
  const { publicKey } = generateKeyPair('CURVE_SECP256K1');
  const uncompressed = addressOf('ADDRESS_FORMAT_UNCOMPRESSED', 'CURVE_SECP256K1', publicKey) ?? '';
  expect(uncompressed).toMatch(/^04[0-9a-f]{128}$/);
  expect(toHex(secp256k1.Point.fromHex(uncompressed).toBytes(true))).toBe(publicKey);
  expect(addressOf('ADDRESS_FORMAT_COMPRESSED', 'CURVE_SECP256K1', publicKey)).toBe(publicKey);
});

test.each([
  ['ADDRESS_FORMAT_ETHEREUM', 'CURVE_P256'],
  ['ADDRESS_FORMAT_ETHEREUM', 'CURVE_ED25519'],
  ['ADDRESS_FORMAT_SOLANA', 'CURVE_SECP256K1'],
  ['ADDRESS_FORMAT_UNCOMPRESSED', 'CURVE_ED25519'],
] as const)('%s does not exist for %s', (format, curve) => {
  expect(addressOf(format, curve, generateKeyPair(curve).publicKey)).toBeUndefined();
});

test('generated keys belong to their public keys, and differ', () => {
  const pair = generateKeyPair('CURVE_ED25519');
  expect(pair.privateKey.use((bytes) => toHex(ed25519.getPublicKey(bytes)))).toBe(pair.publicKey);
  expect(generateKeyPair('CURVE_P256').publicKey).not.toBe(generateKeyPair('CURVE_P256').publicKey);
});
