import { type KeyObject, generateKeyPairSync, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readKey } from '#main/vault/read-key.ts';
import { AppError } from '#protocol/error.ts';
import { Secret } from '#protocol/secret.ts';
import { type ApiKeyCurve, apiPublicKeyOf } from '#protocol/stamp.ts';

const CURVES = [
  ['API_KEY_CURVE_P256', 'p256', 'prime256v1'],
  ['API_KEY_CURVE_SECP256K1', 'secp256k1', 'secp256k1'],
] as const;
const rawOf = (key: KeyObject): string =>
  Buffer.from(key.export({ format: 'jwk' }).d ?? '', 'base64url').toString('hex');
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const codeOf = (text: string, curve: ApiKeyCurve | null): string => {
  try {
    readKey(text, curve);
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return 'none';
};

describe.each(CURVES)('reading a %s key', (curve, suffix, namedCurve) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve });
  const raw = rawOf(privateKey);

  it.each([
    ['hex', raw, curve],
    ['hex with 0x and spaces around', `  0x${raw}\n`, curve],
    ['hex with the curve behind it', `${raw}:${suffix}`, null],
    ['PKCS#8', privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(), null],
    ['SEC 1', privateKey.export({ format: 'pem', type: 'sec1' }).toString(), null],
    [
      'SEC 1 behind its parameters',
      `-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n${privateKey.export({ format: 'pem', type: 'sec1' }).toString()}`,
      null,
    ],
  ])('takes %s', (_form, text, chosen) => {
    const key = readKey(text, chosen);
    expect([key.curve, hex(key.bytes)]).toEqual([curve, raw]);
  });

  it('refuses the public key in place of the private one', () => {
    expect(codeOf(publicKey.export({ format: 'pem', type: 'spki' }).toString(), null)).toBe('KEY_IS_PUBLIC');
    expect(codeOf(apiPublicKeyOf(curve, Buffer.from(raw, 'hex')), curve)).toBe('KEY_IS_PUBLIC');
  });

  it('refuses another curve than the chosen one', () => {
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
    expect(codeOf(pem, 'API_KEY_CURVE_ED25519')).toBe('KEY_CURVE_MISMATCH');
    expect(codeOf(`${raw}:${suffix}`, 'API_KEY_CURVE_ED25519')).toBe('KEY_CURVE_MISMATCH');
  });

  it('refuses zero and the group order', () => {
    expect(codeOf('00'.repeat(32), curve)).toBe('KEY_OUT_OF_RANGE');
    expect(codeOf('ff'.repeat(32), curve)).toBe('KEY_OUT_OF_RANGE');
  });
});

describe('reading an Ed25519 key', () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const raw = rawOf(privateKey);
  const pair = `${raw}${apiPublicKeyOf('API_KEY_CURVE_ED25519', Buffer.from(raw, 'hex'))}`;

  it.each([
    ['hex', raw, 'API_KEY_CURVE_ED25519'],
    ['the vendor’s file', `${pair}:ed25519`, null],
    ['seed and public key alone', pair, null],
    ['PKCS#8', privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(), null],
  ] as const)('takes %s', (_form, text, chosen) => {
    const key = readKey(text, chosen);
    expect([key.curve, hex(key.bytes)]).toEqual(['API_KEY_CURVE_ED25519', raw]);
  });

  it('refuses halves that do not belong together', () => {
    expect(codeOf(`${raw}${'11'.repeat(32)}:ed25519`, null)).toBe('KEY_MALFORMED');
  });
});

describe('reading what is no key', () => {
  const pem = (label: string, body: string): string =>
    `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----`;
  const encrypted = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey.export({
    format: 'pem',
    type: 'pkcs8',
    cipher: 'aes-256-cbc',
    passphrase: 'x',
  });
  const p384 = generateKeyPairSync('ec', { namedCurve: 'secp384r1' }).privateKey;
  const x25519 = generateKeyPairSync('x25519').privateKey;
  const p256 = 'API_KEY_CURVE_P256';

  it.each<[string, string, ApiKeyCurve | null, string]>([
    ['nothing', '', p256, 'KEY_MALFORMED'],
    ['words', 'not a key', p256, 'KEY_MALFORMED'],
    ['an odd number of digits', 'abc', p256, 'KEY_MALFORMED'],
    ['31 bytes', 'ab'.repeat(31), p256, 'KEY_LENGTH_INVALID'],
    ['64 bytes for P-256', 'ab'.repeat(64), p256, 'KEY_LENGTH_INVALID'],
    ['hex without a curve', 'ab'.repeat(32), null, 'KEY_CURVE_NEEDED'],
    ['an unknown suffix', `${'ab'.repeat(32)}:p521`, null, 'KEY_MALFORMED'],
    ['two suffixes', `${'ab'.repeat(32)}:p256:p256`, null, 'KEY_MALFORMED'],
    ['an object’s own member as suffix', `${'ab'.repeat(32)}:constructor`, null, 'KEY_MALFORMED'],
    ['10 MB of junk', 'ab'.repeat(5_000_000), p256, 'KEY_TOO_LONG'],
    ['PEM without an end', '-----BEGIN PRIVATE KEY-----\nAAAA', null, 'KEY_MALFORMED'],
    ['PEM with damaged base64', pem('PRIVATE KEY', 'A'), null, 'KEY_MALFORMED'],
    ['PEM with damaged DER', pem('PRIVATE KEY', 'MIIBAAAA'), null, 'KEY_MALFORMED'],
    ['an encrypted key', encrypted.toString(), null, 'KEY_ENCRYPTED'],
    ['a certificate', pem('CERTIFICATE', 'AAAA'), null, 'KEY_IS_PUBLIC'],
    ['an RSA key', pem('RSA PRIVATE KEY', 'AAAA'), null, 'KEY_CURVE_UNSUPPORTED'],
    ['a P-384 key', p384.export({ format: 'pem', type: 'pkcs8' }).toString(), null, 'KEY_CURVE_UNSUPPORTED'],
    [
      'a P-384 key in SEC 1',
      p384.export({ format: 'pem', type: 'sec1' }).toString(),
      null,
      'KEY_CURVE_UNSUPPORTED',
    ],
    [
      'an X25519 key',
      x25519.export({ format: 'pem', type: 'pkcs8' }).toString(),
      null,
      'KEY_CURVE_UNSUPPORTED',
    ],
  ])('refuses %s', (_name, text, curve, code) => {
    expect(codeOf(text, curve)).toBe(code);
  });

  it('throws nothing but typed errors, whatever the text or the DER', () => {
    const label = fc.constantFrom('PRIVATE KEY', 'EC PRIVATE KEY', 'PUBLIC KEY');
    const curve = fc.constantFrom(null, p256, 'API_KEY_CURVE_ED25519' as const);
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.uint8Array({ maxLength: 80 }),
        label,
        curve,
        (text, der, name, chosen) => {
          codeOf(text, chosen);
          codeOf(pem(name, Buffer.from(der).toString('base64')), chosen);
        },
      ),
    );
  });

  it('throws nothing but typed errors for a key with one byte changed', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    const der = privateKey.export({ format: 'der', type: 'pkcs8' });
    fc.assert(
      fc.property(fc.nat(der.length - 1), fc.nat(255), (at, byte) => {
        const changed = Buffer.from(der);
        changed[at] = byte;
        codeOf(pem('PRIVATE KEY', changed.toString('base64')), null);
      }),
    );
  });

  it('reads a secret as it reads its text, and leaves it as it was', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    const raw = rawOf(privateKey);
    for (const text of [
      raw,
      `\ufeff0x${raw.toUpperCase()}:p256\r\n`,
      privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    ]) {
      const secret = new Secret(Uint8Array.from(Buffer.from(text)));
      expect(hex(readKey(secret, p256).bytes)).toBe(raw);
      expect(secret.use((bytes) => Buffer.from(bytes).toString())).toBe(text);
    }
    expect(() => readKey(new Secret(new Uint8Array(70_000)), p256)).toThrow(AppError);
  });

  it('takes one form of base64 alone', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    const der = privateKey.export({ format: 'der', type: 'sec1' });
    const text = der.toString('base64');
    expect(text.endsWith('=')).toBe(true);
    const last = text.replace(/=+$/, '').length - 1;
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    const other = `${text.slice(0, last)}${alphabet[alphabet.indexOf(text[last] ?? '') + 1] ?? ''}${text.slice(last + 1)}`;
    expect(Buffer.from(other, 'base64')).toEqual(der);
    expect(codeOf(pem('EC PRIVATE KEY', text), null)).toBe('none');
    for (const wrong of [
      other,
      text.replace(/=$/, ''),
      `${text}=`,
      `=${text.slice(1)}`,
      text.replace(/\w/, '-'),
    ])
      expect(codeOf(pem('EC PRIVATE KEY', wrong), null)).toBe('KEY_MALFORMED');
  });

  it('never shows key material in an error', () => {
    const secret = randomBytes(31).toString('hex');
    for (const text of [
      secret,
      `${secret}zz`,
      `${secret}aa:p521`,
      pem('PRIVATE KEY', Buffer.from(secret).toString('base64')),
    ]) {
      let shown = '';
      try {
        readKey(text, p256);
      } catch (error) {
        shown = error instanceof AppError ? `${error.message} ${error.remedy} ${error.stack ?? ''}` : '';
      }
      expect(shown).not.toBe('');
      expect(shown).not.toContain(secret.slice(0, 16));
    }
  });
});
