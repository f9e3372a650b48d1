import { sha256 } from '@noble/hashes/sha2.js';
import type { PaymentColumns } from '#preload/contract/payment-files.ts';
import { toCsv } from '#protocol/csv.ts';
import { toHex, toUtf8 } from '#protocol/encoding.ts';
import type { PaymentRow } from './payment-row.ts';

type WrongRow = Pick<PaymentRow, 'line' | 'raw'>;

/** The rows of a file that can't be paid, as one value: who leaves them out leaves out these very rows, and no others. */
export class WrongRows {
  readonly #hash = sha256.create();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add({ line, raw }: WrongRow): void {
    this.#count += 1;
    // Each row is preceded by its length, so that two different lists never give the same bytes.
    this.#hash.update(toUtf8(`${line} ${raw.length} ${raw}`));
  }

  /** Once, after the last row. */
  digest(): string {
    return toHex(this.#hash.digest());
  }
}

/** The title of the column with each row's error. */
const TITLE = 'problem';

/** The title of the column with the problems: one that the file doesn't have. */
export function problemTitle(titles: readonly string[]): string {
  let title = TITLE;
  for (let number = 2; titles.includes(title); number += 1) title = `${TITLE} ${number}`;
  return title;
}

/**
 * The wrong rows of a file as they came, each with what is wrong with it in a column of its own: mended, the file can be read.
 * @param head the row of titles as it came
 * @returns the file, and how many rows are in it
 */
export async function wrongRowsFile(
  rows: AsyncIterable<PaymentRow>,
  columns: PaymentColumns,
  head: () => { readonly raw: string; readonly title: string },
): Promise<{ readonly text: string; readonly count: number }> {
  const lines: string[] = [];
  for await (const { line, raw, made } of rows)
    if ('message' in made) {
      const column = columns[made.field];
      const problem = `${column === null ? '' : `${column}: `}${made.message}`;
      lines.push(`${raw},${cellOf(`Line ${line}, ${problem}`)}`);
    }
  const { raw, title } = head();
  return { text: [`${raw},${title}`, ...lines, ''].join('\r\n'), count: lines.length };
}

/** What is told of a cell may hold a formula of it: it is written as in every other file for a spreadsheet. */
const cellOf = (text: string): string => toCsv([[text.replaceAll(/[\r\n]+/g, ' ')]]).trimEnd();
