import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeTransaction } from '#chains/solana/transaction.ts';
import { parseTransaction } from '#chains/solana/parse.ts';
import { readSolana } from '#chains/solana/read-solana.ts';
import { fromHex, toHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { VECTORS } from './vectors.ts';

const key = (byte: number): string => byte.toString(16).padStart(2, '0').repeat(32);
const slot = '00'.repeat(64);
const NOTHING = `01${slot}01000102${key(1)}${key(2)}${key(9)}00`;
/** A legacy message with a payer and a program, and the given instructions. */
const legacy = (instructions: string): string =>
  `01${slot}01000102${key(1)}${key(2)}${key(9)}${instructions}`;

/** What comes of a text: the code of its refusal, or nothing where it is read. */
function refusal(text: string): string | undefined {
  try {
    readSolana(text);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

describe('malformed transactions', () => {
  test('the smallest that is read', () => {
    expect(refusal(NOTHING)).toBeUndefined();
    expect(refusal(legacy('01010000'))).toBeUndefined();
  });

  test.each([
    ['nothing', '', 'HEX_INVALID'],
    ['no hex', 'zz', 'HEX_INVALID'],
    ['an odd number of digits', NOTHING.slice(1), 'HEX_INVALID'],
    ['more bytes than a packet holds', '00'.repeat(1233), 'TRANSACTION_TOO_LARGE'],
    ['a byte behind its end', `${NOTHING}00`, 'TRANSACTION_MALFORMED'],
    ['a byte short', NOTHING.slice(0, -2), 'TRANSACTION_MALFORMED'],
    ['no signatures', `0001000102${key(1)}${key(2)}${key(9)}00`, 'TRANSACTION_MALFORMED'],
    ['a signature too many', NOTHING.replace(/^01/, `02${slot}`), 'TRANSACTION_MALFORMED'],
    ['version 1', NOTHING.replace('01000102', '8101000102'), 'TRANSACTION_VERSION_NOT_READ'],
    [
      'version 0 without its list of tables',
      NOTHING.replace('01000102', '8001000102'),
      'TRANSACTION_MALFORMED',
    ],
    ['nobody who can pay', NOTHING.replace('01000102', '01010102'), 'TRANSACTION_MALFORMED'],
    [
      'more read-only accounts than there are',
      NOTHING.replace('01000102', '01000202'),
      'TRANSACTION_MALFORMED',
    ],
    ['an account twice', NOTHING.replace(key(2), key(1)), 'TRANSACTION_MALFORMED'],
    ['a length in more bytes than it needs', `${NOTHING.slice(0, -2)}8000`, 'TRANSACTION_MALFORMED'],
    ['a length of four bytes', `${NOTHING.slice(0, -2)}ffffff01`, 'TRANSACTION_MALFORMED'],
    ['a length above 65535', `${NOTHING.slice(0, -2)}ffff7f`, 'TRANSACTION_MALFORMED'],
    ['the fee payer as a program', legacy('01000000'), 'TRANSACTION_MALFORMED'],
    ['a program that is not there', legacy('01020000'), 'TRANSACTION_MALFORMED'],
    ['an account that is not there', legacy('0101010200'), 'TRANSACTION_MALFORMED'],
    ['data that is not there', legacy('01010005'), 'TRANSACTION_MALFORMED'],
    [
      'a lookup table that nothing is taken from',
      `01${slot}8001000102${key(1)}${key(2)}${key(9)}0001${key(3)}0000`,
      'TRANSACTION_MALFORMED',
    ],
  ])('%s', (_what, text, code) => {
    expect(refusal(text)).toBe(code);
  });

  test('any bytes give a reading or a AppError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1300 }), (bytes) => {
        refusal(toHex(bytes));
      }),
      { numRuns: 500 },
    );
  });

  test('any change of a transaction is refused, or read as another one and written again byte for byte', () => {
    const hexes = VECTORS.map(({ transaction }) => transaction);
    fc.assert(
      fc.property(
        fc.constantFrom(...hexes),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (hex, at, change) => {
          const bytes = fromHex(hex);
          const place = at % bytes.length;
          bytes[place] = (bytes[place] ?? 0) ^ change;
          const changed = toHex(bytes);
          if (refusal(changed) !== undefined) return;
          expect(toHex(encodeTransaction(parseTransaction(changed)))).toBe(changed);
          expect(JSON.stringify(readSolana(changed))).not.toBe(JSON.stringify(readSolana(hex)));
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('a transaction cut anywhere is refused', () => {
    for (const { transaction } of VECTORS.slice(0, 20)) {
      for (let end = 2; end < transaction.length; end += 2)
        expect(refusal(transaction.slice(0, end))).toBe('TRANSACTION_MALFORMED');
    }
  });
});
