import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fromBase64Url,
  fromHex,
  fromUtf8,
  sha256Hex,
  toBase64Url,
  toHex,
  toUtf8,
} from '#protocol/encoding.ts';

describe('hex', () => {
  it('goes both ways, as Node does', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), (bytes) => {
        expect(toHex(bytes)).toBe(Buffer.from(bytes).toString('hex'));
        expect([...fromHex(`0x${toHex(bytes).toUpperCase()}`)]).toEqual([...bytes]);
      }),
    );
  });

  it.each([
    ['empty', '', 'The key is empty.'],
    ['only a prefix', '0x', 'The key is empty.'],
    ['of odd length', 'abc', 'The key has an odd number of hex digits (3).'],
    ['not hex', 'ab zz', 'Invalid hex at character 3 of the key.'],
    ['full-width digits', 'ab１２', 'Invalid hex at character 3 of the key.'],
  ])('says what is wrong with hex that is %s', (_, text, message) => {
    expect(() => fromHex(text, 'key')).toThrow(expect.objectContaining({ code: 'HEX_INVALID', message }));
  });
});

describe('base64url', () => {
  it('goes both ways, as Node does, and reads padding', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const text = toBase64Url(bytes);
        expect(text).toBe(Buffer.from(bytes).toString('base64url'));
        expect([...fromBase64Url(text)]).toEqual([...bytes]);
        const padded = text.padEnd(Math.ceil(text.length / 4) * 4, '=');
        expect([...fromBase64Url(padded)]).toEqual([...bytes]);
      }),
    );
  });

  it.each(['a', 'ab=c', 'a+b/', 'ä'])('refuses %s', (text) => {
    expect(() => fromBase64Url(text)).toThrow(expect.objectContaining({ code: 'BASE64URL_INVALID' }));
  });
});

describe('UTF-8', () => {
  it('is read strictly', () => {
    expect(fromUtf8(toUtf8('né'))).toBe('né');
    expect(() => fromUtf8(Uint8Array.of(0xc3))).toThrow(expect.objectContaining({ code: 'UTF8_INVALID' }));
  });
});

it('hashes as FIPS 180-2 prints it', () => {
  expect(sha256Hex(toUtf8('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
