import { DatabaseSync } from '@photostructure/sqlite';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RowPart, hashPart, rowParts, rowText } from '#service/storage/row-text.ts';

const COLUMNS = ['id', 'intent', 'result', 'failure'];
/** What a column holds, by how it gets there: the driver ends a text at its first NUL. */
interface Kept {
  readonly sql: '?' | 'CAST(? AS TEXT)';
  readonly value: string | number | null | Uint8Array;
}

/** What is hashed of the parts of a row, beside its text; made by SQL both. */
function bothOf(
  table: string,
  columns: readonly string[],
  row: readonly Kept[],
): [parts: string, text: string] {
  const database = new DatabaseSync(':memory:');
  try {
    let hashed = '';
    const hash = { update: (part: RowPart) => (hashed += Buffer.from(part as string).toString()) };
    database.function('take', { varargs: true }, (...parts: RowPart[]) => {
      for (const part of parts) hashPart(hash, part);
      return null;
    });
    const values = columns.map((column, at) => `${row[at]?.sql ?? 'NULL'} AS "${column}"`).join(', ');
    const { text } = database
      .prepare(
        `WITH r AS MATERIALIZED (SELECT ${values})
         SELECT ${rowText(table, columns, 'r')} AS text, take(${rowParts(table, columns, 'r').join(', ')}) FROM r`,
      )
      .get(...row.map(({ value }) => value)) as { text: string };
    return [hashed, text];
  } finally {
    database.close();
  }
}

const text = (value: string): Kept => ({ sql: '?', value });
const withNul = (value: string): Kept => ({ sql: 'CAST(? AS TEXT)', value: Buffer.from(value) });

describe('the parts of a row’s text', () => {
  const characters = fc.constantFrom('a', "'", '\\', 'é', '’', '𐐀', '"', ',', '%s');
  const kept = fc.oneof(
    fc.string({ unit: characters, maxLength: 20 }).map(text),
    fc.string({ unit: fc.oneof(characters, fc.constant('\0')), maxLength: 8 }).map(withNul),
    fc.maxSafeInteger().map((value): Kept => ({ sql: '?', value })),
    fc.uint8Array({ maxLength: 8 }).map((value): Kept => ({ sql: '?', value })),
    fc.constant<Kept>({ sql: '?', value: null }),
  );

  it('give the same text as SQL, whatever the columns hold', () => {
    fc.assert(
      fc.property(fc.array(kept, { minLength: 4, maxLength: 4 }), (row) => {
        const [parts, whole] = bothOf('activity', COLUMNS, row);
        expect(parts).toBe(whole);
      }),
    );
  });

  it.each([
    ['activity', ['intent']],
    ['activity', ['result', 'id']],
    ['vote', ['id', 'message']],
    ['user', COLUMNS],
  ])('give the same text as SQL, wherever %s has its long columns: %j', (table, columns) => {
    const row = columns.map((column) => text(`the ${column}’s`));
    const [parts, whole] = bothOf(table, columns, row);
    expect(parts).toBe(whole);
    expect(whole).toBe(`${table}:${columns.map((column) => `'the ${column}’s'`).join()}`);
  });

  it('attack: a text with a NUL, and bytes in a text’s place, are told apart', () => {
    const one = (row: Kept): string => bothOf('activity', ['intent'], [row])[0];
    const seen = [
      text('a'),
      withNul('a\0'),
      withNul('a\0b'),
      { sql: '?', value: Buffer.from('a\0') } as const,
    ];
    expect(new Set(seen.map(one)).size).toBe(4);
    expect(one(withNul('a\0'))).toBe("activity:TX'6100'");
  });
});
