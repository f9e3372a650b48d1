import { createPublicKey, verify } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex, toUtf8 } from '#protocol/encoding.ts';
import { compressP256, signP256, verifyP256 } from '#protocol/p256-key.ts';
import { flipBit, keyPairOf, withCode, withOneOf } from './keys.ts';

const pair = keyPairOf(1);
const message = toUtf8('what is signed');
const der = signP256(message, pair.privateKey, 'der');
const ONES = '01'.repeat(32);
const int = (hex: string): string => `02${toHex(Uint8Array.of(hex.length / 2))}${hex}`;
const sequence = (content: string): string => `30${toHex(Uint8Array.of(content.length / 2))}${content}`;

describe('P-256 signatures', () => {
  it.each(['der', 'compact'] as const)('in %s form verify with Node', (form) => {
    const spki = `3039301306072a8648ce3d020106082a8648ce3d030107032200${toHex(compressP256(pair.publicKey, 'key'))}`;
    const key = createPublicKey({ key: Buffer.from(spki, 'hex'), format: 'der', type: 'spki' });
    const dsaEncoding = form === 'der' ? 'der' : 'ieee-p1363';
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const signature = signP256(bytes, pair.privateKey, form);
        expect(verify('sha256', bytes, { key, dsaEncoding }, signature)).toBe(true);
        expect(() => verifyP256(bytes, signature, pair.publicKey, { form, what: 'text' })).not.toThrow();
      }),
      { numRuns: 30 },
    );
  });

  it('are not taken from another key or for another message', () => {
    expect(() => verifyP256(message, der, keyPairOf(2).publicKey, { form: 'der', what: 'text' })).toThrow(
      expect.objectContaining(withCode('SIGNATURE_INVALID')),
    );
    expect(() => verifyP256(toUtf8('other'), der, pair.publicKey, { form: 'der', what: 'text' })).toThrow(
      expect.objectContaining(withCode('SIGNATURE_INVALID')),
    );
  });

  it('with numbers that are short, or padded for their sign, are well-formed', () => {
    for (const good of [
      sequence(int(ONES) + int(ONES)),
      sequence(int(`00${'80'.repeat(32)}`) + int(ONES)),
      sequence(int('01') + int('7f')),
    ]) {
      expect(() => verifyP256(message, fromHex(good), pair.publicKey, { form: 'der', what: 'text' })).toThrow(
        expect.objectContaining(withCode('SIGNATURE_INVALID')),
      );
    }
  });

  it.each([
    ['that is empty', ''],
    ['without a SEQUENCE', `31${sequence(int(ONES) + int(ONES)).slice(2)}`],
    ['of one byte', '30'],
    ['with a long-form length', `3081${sequence(int(ONES) + int(ONES)).slice(2)}`],
    ['with a length past its end', `3045${(int(ONES) + int(ONES)).slice(0)}`],
    ['with bytes after it', `${sequence(int(ONES) + int(ONES))}00`],
    ['with bytes after s', sequence(`${int(ONES) + int(ONES)}00`)],
    ['with one number', sequence(int(ONES))],
    ['with an r that is no INTEGER', sequence(`03${int(ONES).slice(2)}${int(ONES)}`)],
    ['with an s that is no INTEGER', sequence(`${int(ONES)}03${int(ONES).slice(2)}`)],
    ['with an r of 34 bytes', sequence(int('01'.repeat(34)) + int(ONES))],
    ['with an r of 33 bytes that is no padded number', sequence(int('01'.repeat(33)) + int(ONES))],
    ['with an empty r', sequence(`0200${int(ONES)}`)],
    ['with a negative r', sequence(int('80'.repeat(32)) + int(ONES))],
    ['with an r padded for nothing', sequence(int(`00${ONES}`) + int(ONES))],
    ['with r = 0', sequence(int('00') + int(ONES))],
    [
      'with r at the order',
      sequence(int('00ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551') + int(ONES)),
    ],
  ])('a DER signature %s is malformed', (_, hex) => {
    const bytes = Uint8Array.from(Buffer.from(hex, 'hex'));
    expect(() => verifyP256(message, bytes, pair.publicKey, { form: 'der', what: 'text' })).toThrow(
      expect.objectContaining(withCode('SIGNATURE_MALFORMED')),
    );
  });

  it.each([0, 63, 65])('a compact signature of %i bytes is malformed', (length) => {
    expect(() =>
      verifyP256(message, new Uint8Array(length).fill(1), pair.publicKey, { form: 'compact', what: 'text' }),
    ).toThrow(expect.objectContaining(withCode('SIGNATURE_MALFORMED')));
  });

  it('flipped bit: no signature with a bit flipped holds', () => {
    fc.assert(
      fc.property(fc.nat(), (bit) => {
        expect(() =>
          verifyP256(message, flipBit(der, bit), pair.publicKey, { form: 'der', what: 'text' }),
        ).toThrow(expect.objectContaining(withOneOf('SIGNATURE_MALFORMED', 'SIGNATURE_INVALID')));
      }),
    );
  });

  it('any bytes are refused with one of two codes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), fc.constantFrom('der', 'compact'), (bytes, form) => {
        expect(() => verifyP256(message, bytes, pair.publicKey, { form, what: 'text' })).toThrow(
          expect.objectContaining(withOneOf('SIGNATURE_MALFORMED', 'SIGNATURE_INVALID')),
        );
      }),
    );
  });
});
