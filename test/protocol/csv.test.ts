import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCsv } from '#protocol/csv.ts';

// Another reader than ours: it sees what a spreadsheet would.
const read = (csv: string): string[][] => parse(csv, { record_delimiter: '\r\n' });
const TRIGGERS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

describe('CSV', () => {
  it('is read back as it was, but for apostrophes before what could run', () => {
    const table = fc.integer({ min: 2, max: 5 }).chain((width) =>
      fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: width, maxLength: width }), {
        minLength: 1,
        maxLength: 5,
      }),
    );
    fc.assert(
      fc.property(table, (lines) => {
        const back = read(toCsv(lines));
        const bare = (cell: string | undefined): string | undefined => cell?.replaceAll("'", '');
        const same = (cell: string, at: string | undefined): boolean => bare(at) === bare(cell);
        expect(back.length).toBe(lines.length);
        expect(lines.every((line, at) => line.every((cell, column) => same(cell, back[at]?.[column])))).toBe(
          true,
        );
      }),
    );
  });

  it('attack: formula injection', () => {
    const hostile = fc.tuple(
      fc.constantFrom('', ' ', '  '),
      fc.constantFrom(...TRIGGERS),
      fc.constantFrom('', 'a', '1+1', '"'),
    );
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

  it('attack: formula injection behind a semicolon or tab, where some languages’ spreadsheets part cells', () => {
    const hostile = fc.tuple(
      fc.constantFrom(';', '; ', '\t', 'x;\n'),
      fc.constantFrom(...TRIGGERS),
      fc.string(),
    );
    fc.assert(
      fc.property(hostile, (parts) => {
        const csv = toCsv([['Create policy', `pay${parts.join('')}`]]);
        for (const delimiter of [';', '\t']) {
          const cells = csv.split(/\r\n|\r|\n/).flatMap((line) => line.split(delimiter));
          expect(cells.filter((cell) => /^\s*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]/u.test(cell))).toEqual([]);
        }
      }),
    );
    expect(toCsv([['x;=1+1;y']])).toBe('"x;\'=1+1;y"\r\n');
  });

  it('leaves plain words and amounts alone', () => {
    expect(toCsv([['SOL', '1.5', 'solana:mainnet/slip44:501']])).toBe(
      'SOL,1.5,solana:mainnet/slip44:501\r\n',
    );
  });
});
