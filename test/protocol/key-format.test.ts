import { decryptExportBundle } from '@turnkey/crypto';
import { base58, bech32, createBase58check } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeExportBundle } from '#protocol/bundle/import-export.ts';
import { toHex } from '#protocol/encoding.ts';
import { decodePrivateKey, encodePrivateKey } from '#protocol/key-format.ts';
import { KEY_FORMATS, KEY_FORMAT_NAMES, type KeyFormat } from '#protocol/key-format-names.ts';
import { Secret } from '#protocol/secret.ts';
import vectors from '../vectors/key-formats.json' with { type: 'json' };
import { hexOf, keyPairOf, secretOfHex, withCode } from './keys.ts';

const base58check = createBase58check(sha256);
const key = '1f'.repeat(32);
const text = (format: KeyFormat): string => encodePrivateKey(secretOfHex(key), format);
const bytes = (...parts: (number | string)[]): Uint8Array =>
  Uint8Array.from(
    Buffer.from(
      parts.map((p) => (typeof p === 'number' ? p.toString(16).padStart(2, '0') : p)).join(''),
      'hex',
    ),
  );
const sui = (prefix: string, payload: Uint8Array): string => bech32.encode(prefix, bech32.toWords(payload));

describe('key formats', () => {
  it.each(vectors)(
    'read and write the published $format $text',
    ({ format, text: published, privateKey }) => {
      const decoded = decodePrivateKey(published, format as KeyFormat);
      if (privateKey !== null) expect(hexOf(decoded)).toBe(privateKey);
      expect(encodePrivateKey(decoded, format as KeyFormat)).toBe(published);
    },
  );

  it.each(KEY_FORMATS)('%s gives every key back', (format) => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes32) => {
        const encoded = encodePrivateKey(new Secret(bytes32.slice()), format);
        expect(hexOf(decodePrivateKey(encoded, format))).toBe(toHex(bytes32));
      }),
      { numRuns: 25 },
    );
  });

  it('writes Solana keys as the vendor client does', async () => {
    const [quorum, target] = [keyPairOf(1), keyPairOf(2)];
    const exportBundle = await makeExportBundle({
      plaintext: secretOfHex(key),
      targetPublicKey: target.publicKey,
      organizationId: 'org-1',
      quorumSignKey: quorum.privateKey,
    });
    await expect(
      decryptExportBundle({
        exportBundle,
        organizationId: 'org-1',
        embeddedKey: hexOf(target.privateKey),
        dangerouslyOverrideSignerPublicKey: toHex(quorum.publicKey),
        keyFormat: 'SOLANA',
        returnMnemonic: false,
      }),
    ).resolves.toBe(text('SOLANA'));
  });

  it('reads hex with 0x too', () => {
    expect(hexOf(decodePrivateKey(`0x${key.toUpperCase()}`, 'HEXADECIMAL'))).toBe(key);
  });

  const malformed: [string, KeyFormat, string][] = [
    ['empty', 'HEXADECIMAL', ''],
    ['a byte short', 'HEXADECIMAL', key.slice(2)],
    ['a byte long', 'HEXADECIMAL', `${key}00`],
    ['not hex', 'HEXADECIMAL', 'z'.repeat(64)],
    ['empty', 'SOLANA', ''],
    ['a seed alone', 'SOLANA', base58.encode(bytes(key))],
    ['seed and public key that do not belong together', 'SOLANA', base58.encode(bytes(key, key))],
    ['not base58', 'SOLANA', `0${text('SOLANA').slice(1)}`],
    ['truncated', 'SOLANA', text('SOLANA').slice(0, -1)],
    ['empty', 'BITCOIN_MAINNET_WIF', ''],
    ['of the other network', 'BITCOIN_MAINNET_WIF', text('BITCOIN_TESTNET_WIF')],
    ['of the other network', 'BITCOIN_TESTNET_WIF', text('BITCOIN_MAINNET_WIF')],
    ['of the uncompressed form', 'BITCOIN_MAINNET_WIF', base58check.encode(bytes(0x80, key))],
    ['with another last byte', 'BITCOIN_MAINNET_WIF', base58check.encode(bytes(0x80, key, 0x02))],
    ['a byte long', 'BITCOIN_MAINNET_WIF', base58check.encode(bytes(0x80, key, 0x01, 0x01))],
    ['with a wrong checksum', 'BITCOIN_MAINNET_WIF', 'L1sF5SF3CnCN9gA7vh7MAtbiVu9igdr3C1BYPKZduw4yaezdeXXX'],
    ['with the checksum alone', 'BITCOIN_MAINNET_WIF', base58check.encode(new Uint8Array(0))],
    ['empty', 'SUI_BECH32', ''],
    ['with another prefix', 'SUI_BECH32', sui('sui', bytes(0, key))],
    ['of another curve', 'SUI_BECH32', sui('suiprivkey', bytes(1, key))],
    ['a byte short', 'SUI_BECH32', sui('suiprivkey', bytes(0, key.slice(2)))],
    ['of mixed case', 'SUI_BECH32', `S${text('SUI_BECH32').slice(1)}`],
    [
      'with a wrong checksum',
      'SUI_BECH32',
      `${text('SUI_BECH32').slice(0, -1)}${text('SUI_BECH32').endsWith('q') ? 'p' : 'q'}`,
    ],
  ];

  it.each(malformed)('refuses a key that is %s (%s)', (_, format, wrong) => {
    expect(() => decodePrivateKey(wrong, format)).toThrow(expect.objectContaining(withCode('KEY_FORMAT')));
  });

  it('leak through errors: neither the message nor a cause repeats the key', () => {
    for (const [, format, wrong] of malformed.filter((row) => row[2].length > 8)) {
      try {
        decodePrivateKey(wrong, format);
      } catch (error) {
        expect(error).toMatchObject(withCode('KEY_FORMAT'));
        expect((error as Error).cause).toBeUndefined();
        expect((error as Error).message).not.toContain(wrong.slice(0, 9));
      }
    }
  });

  it.each(KEY_FORMATS)('%s is refused before it is read when it is longer than any key', (format) => {
    expect(() => decodePrivateKey('2'.repeat(129), format)).toThrow(
      expect.objectContaining({
        message: `The private key isn’t in ${KEY_FORMAT_NAMES[format]} format: it is longer than 128 characters.`,
      }),
    );
  });

  it('mistyped: no text of one form passes for another', () => {
    for (const from of KEY_FORMATS) {
      for (const to of KEY_FORMATS.filter((format) => format !== from)) {
        expect(() => decodePrivateKey(text(from), to)).toThrow(
          expect.objectContaining(withCode('KEY_FORMAT')),
        );
      }
    }
  });

  it.each(KEY_FORMATS)('%s does not write keys of another length', (format) => {
    for (const length of [0, 31, 33, 64]) {
      expect(() => encodePrivateKey(new Secret(new Uint8Array(length)), format)).toThrow(
        expect.objectContaining(withCode('KEY_FORMAT')),
      );
    }
  });

  it('takes any text without an error of another kind', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...KEY_FORMATS), (any, format) => {
        expect(() => decodePrivateKey(any, format)).toThrow(expect.objectContaining(withCode('KEY_FORMAT')));
      }),
    );
  });
});
