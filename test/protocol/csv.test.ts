import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCsv } from '#protocol/csv.ts';

// Another reader than ours: it sees what a spreadsheet would.
const read = (csv: string): string[][] => parse(csv, { record_delimiter: '\r\n' });
const TRIGGERS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

describe('CSV', () => {
  it('is read back as it was, but for an apostrophe before what could run', () => {
    const table = fc.integer({ min: 2, max: 5 }).chain((width) =>
      fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: width, maxLength: width }), {
        minLength: 1,
        maxLength: 5,
      }),
    );
    fc.assert(
      fc.property(table, (lines) => {
        const back = read(toCsv(lines));
        const same = (cell: string, at: string | undefined): boolean => at === cell || at === `'${cell}`;
        expect(back.length).toBe(lines.length);
        expect(lines.every((line, at) => line.every((cell, column) => same(cell, back[at]?.[column])))).toBe(
          true,
        );
      }),
    );
  });

  it('attack: formula injection', () => {
    const hostile = fc.tuple(fc.constantFrom('', ' ', '  '), fc.constantFrom(...TRIGGERS), fc.string());
    fc.assert(
      fc.property(hostile, (parts) => {
        const cell = parts.join('');
        expect(read(toCsv([[cell, 'end']]))).toEqual([[`'${cell}`, 'end']]);
      }),
    );
    expect(toCsv([['=HYPERLINK("https://evil.example";"x")']])).toBe(
      '"\'=HYPERLINK(""https://evil.example"";""x"")"\r\n',
    );
  });

  it('leaves plain words and amounts alone', () => {
    expect(toCsv([['SOL', '1.5', 'solana:mainnet/slip44:501']])).toBe(
      'SOL,1.5,solana:mainnet/slip44:501\r\n',
    );
  });
});
