import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HARDENED_OFFSET, parseDerivationPath } from '#protocol/keys/derivation/derive.ts';

const MALFORMED = [
  '',
  '/',
  'M/0',
  'm/',
  'm//0',
  'm/0/',
  ' m/0',
  'm/0 ',
  'm/ 0',
  "44'/60'",
  'm/44h/0',
  'm/44H',
  'm/44`',
  'm/44’',
  "m/44''",
  "m/'",
  'm/-1',
  'm/+1',
  'm/1.0',
  'm/1e3',
  'm/0x10',
  'm/00',
  'm/01',
  'm/2147483648',
  "m/2147483648'",
  'm/99999999999999999999',
  'm/٣',
  'm\\0',
  'm/0\n',
  'm/0/m',
  `m${'/0'.repeat(33)}`,
];

describe('parsePath', () => {
  it.each(MALFORMED)('refuses %j', (text) => {
    expect(() => parseDerivationPath(text)).toThrow(
      expect.objectContaining({
        code: 'PATH_INVALID',
        message: expect.stringMatching(/^invalid path/) as string,
      }) as Error,
    );
  });

  it('reads the path of an Ethereum account', () => {
    const [purpose, coin, account] = [44, 60, 0].map((index) => index + HARDENED_OFFSET);
    expect(parseDerivationPath("m/44'/60'/0'/0/7")).toEqual([purpose, coin, account, 0, 7]);
  });

  it('reads the root', () => {
    expect(parseDerivationPath('m')).toEqual([]);
  });

  it('reads back every path that can be written', () => {
    const child = fc.tuple(fc.nat(HARDENED_OFFSET - 1), fc.boolean());
    fc.assert(
      fc.property(fc.array(child, { maxLength: 32 }), (children) => {
        const text = ['m', ...children.map(([index, hard]) => `${index}${hard ? "'" : ''}`)].join('/');
        expect(parseDerivationPath(text)).toEqual(
          children.map(([index, hard]) => (hard ? index + HARDENED_OFFSET : index)),
        );
      }),
    );
  });

  it('never fails with anything but its own error', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('m', '/', "'", '0', '1', '9', 'h', ' ') }), (text) => {
        try {
          for (const index of parseDerivationPath(text)) expect(index).toBeLessThan(2 ** 32);
        } catch (error) {
          expect(error).toMatchObject({ code: 'PATH_INVALID' });
        }
      }),
    );
  });
});
