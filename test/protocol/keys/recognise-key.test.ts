import { Keypair } from '@solana/web3.js';
import { WIF, TEST_NETWORK } from '@scure/btc-signer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodePrivateKey } from '#protocol/key-format.ts';
import { KEY_FORMATS } from '#protocol/key-format-names.ts';
import { toHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { recognisePrivateKey } from '#protocol/keys/recognise-key.ts';
import { Secret } from '#protocol/secret.ts';
import vectors from '../../vectors/key-formats.json' with { type: 'json' };
import { hexOf } from '../keys.ts';

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
const refusal = (text: string): AppError => {
  try {
    recognisePrivateKey(text);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('It was not refused.');
};
const keypair = Keypair.fromSeed(new Uint8Array(32).fill(7));

describe('recognising a private key', () => {
  it.each(vectors)('reads the published $format $text', ({ format, text, privateKey }) => {
    const found = recognisePrivateKey(`\n ${text}\r\n`);
    expect(found.form).toBe(format);
    if (privateKey !== null) expect(hexOf(found.privateKey)).toBe(privateKey);
  });

  it.each(KEY_FORMATS)('tells %s apart, whichever key it is', (format) => {
    fc.assert(
      fc.property(bytes32, (key) => {
        const found = recognisePrivateKey(encodePrivateKey(new Secret(key.slice()), format));
        expect([found.form, hexOf(found.privateKey)]).toEqual([format, toHex(key)]);
      }),
      { numRuns: 50 },
    );
  });

  it('reads what independent libraries write: WIF of both networks, and the key file of Solana', () => {
    fc.assert(
      fc.property(bytes32, (key) => {
        const main = recognisePrivateKey(WIF().encode(key));
        const test = recognisePrivateKey(WIF(TEST_NETWORK).encode(key));
        expect([main.form, hexOf(main.privateKey)]).toEqual(['BITCOIN_MAINNET_WIF', toHex(key)]);
        expect([test.form, hexOf(test.privateKey)]).toEqual(['BITCOIN_TESTNET_WIF', toHex(key)]);
        const { secretKey } = Keypair.fromSeed(key);
        const file = recognisePrivateKey(`[${secretKey.join(', ')}]\n`);
        expect([file.form, hexOf(file.privateKey)]).toEqual(['SOLANA_KEYPAIR', toHex(key)]);
      }),
      { numRuns: 25 },
    );
  });

  it('takes hex with 0x and in any case, and leaves its curve open; the other forms say it', () => {
    const hex = '1F'.repeat(32);
    expect(recognisePrivateKey(`0x${hex}`).curves).toEqual([
      'CURVE_SECP256K1',
      'CURVE_ED25519',
      'CURVE_P256',
    ]);
    expect(recognisePrivateKey(`[${keypair.secretKey.join()}]`)).toMatchObject({
      curves: ['CURVE_ED25519'],
      addressFormat: 'ADDRESS_FORMAT_SOLANA',
    });
  });

  it('attack: the public half of another key behind a seed is refused, in base58 and in a key file', () => {
    const mixed = keypair.secretKey.slice();
    mixed.set(Keypair.fromSeed(new Uint8Array(32).fill(8)).publicKey.toBytes(), 32);
    expect(refusal(`[${mixed.join()}]`)).toMatchObject({ code: 'KEY_FORMAT' });
  });

  const malformed: [string, string, string][] = [
    ['nothing', '', 'KEY_UNKNOWN_FORM'],
    ['space', ' \n', 'KEY_UNKNOWN_FORM'],
    ['hex of 31 bytes', '1f'.repeat(31), 'KEY_FORMAT'],
    ['hex of 33 bytes', '1f'.repeat(33), 'KEY_FORMAT'],
    ['hex of odd length', '1f'.repeat(31) + '1', 'KEY_FORMAT'],
    ['0x and something else', '0xzz', 'KEY_FORMAT'],
    ['WIF for uncompressed keys', '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ', 'KEY_FORMAT'],
    ['WIF with a mistyped end', 'L1sF5SF3CnCN9gA7vh7MAtbiVu9igdr3C1BYPKZduw4yaezdeXXX', 'KEY_FORMAT'],
    ['Sui with a mistyped end', `${vectors[5]?.text.slice(0, -1) ?? ''}q`, 'KEY_FORMAT'],
    ['an array of 63 numbers', `[${Array.from({ length: 63 }, () => 1).join()}]`, 'KEY_FORMAT'],
    ['an array with a number over 255', `[256,${Array.from({ length: 63 }, () => 1).join()}]`, 'KEY_FORMAT'],
    ['an array that is cut off', '[1,2,]', 'KEY_FORMAT'],
    ['JSON of something else', '{"key":"1f"}', 'KEY_UNKNOWN_FORM'],
    ['an address', '0x9858EfFD232B4033E47d90003D41EC34EcaEda94', 'KEY_FORMAT'],
    ['words', 'abandon '.repeat(11) + 'about', 'KEY_UNKNOWN_FORM'],
  ];
  it.each(malformed)('refuses %s, and does not repeat it', (_what, text, code) => {
    const { message, remedy, cause, ...error } = refusal(text);
    expect(error.code).toBe(code);
    expect(cause).toBeUndefined();
    if (text.trim().length > 8) expect(`${message} ${remedy}`).not.toContain(text.trim().slice(0, 9));
  });

  it('says of words that they are a wallet', () => {
    expect(refusal('abandon '.repeat(11) + 'about').remedy).toMatch(/wallet/);
  });

  it('refuses any other text with an error of its own kind', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        expect(refusal(text).code).toMatch(/^KEY_/);
      }),
    );
  });
});
