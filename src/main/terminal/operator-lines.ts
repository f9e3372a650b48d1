import { revealInvisible } from '#protocol/invisible-characters.ts';

/** Stands before every row that goes on with the line above; no line of ours begins like this. */
export const CONTINUED = '   | ';
/** What is assumed of a terminal that doesn't tell its size. */
const USUAL_COLUMNS = 80;
/** Room for the mark and one wide character: a terminal that is narrower isn't used to decide anything. */
const LEAST_COLUMNS = CONTINUED.length + 3;

/** A line without anything that moves a cursor, colors, turns the direction of writing or isn't seen. */
export const plainLine = (line: string): string => revealInvisible(line);

/** JSON of one line, with everything that a terminal could act on as an escape of JSON. */
export const plainJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, (mark) =>
    [...Array(mark.length).keys()]
      .map((index) => `\\u${mark.charCodeAt(index).toString(16).padStart(4, '0')}`)
      .join(''),
  );

/**
 * The cells that a character takes at most. Terminals differ on what isn't ASCII: a row that ends too early harms nobody, and
 * one that is longer than was counted would be broken by the terminal, where a stranger's text then begins a row.
 */
const cellsOf = (character: string): number => (character < '\u007f' ? 1 : 2);

/**
 * Breaks a line where a terminal would, and marks what goes on: text of a request begins no row of its own.
 * @param line without controls ({@link plainLine})
 * @param columns of the terminal; null keeps the line whole
 * @returns the rows, which together have every character of the line
 */
export function rowsOf(line: string, columns: number | null): string[] {
  if (columns === null) return [line];
  // One cell stays free: some terminals break a row that is exactly full.
  const width = Math.max(columns, LEAST_COLUMNS) - 1;
  const rows: string[] = [];
  let row = '';
  let cells = 0;
  for (const character of line) {
    if (cells + cellsOf(character) > width) {
      // Between two words where there is a space in the row's second half.
      const space = row.lastIndexOf(' ');
      const cut = space > row.length / 2 && space > CONTINUED.length ? space + 1 : row.length;
      const rest = row.slice(cut);
      rows.push(row.slice(0, cut));
      row = `${CONTINUED}${rest}`;
      cells = Array.from(row).reduce((sum, each) => sum + cellsOf(each), 0);
    }
    row += character;
    cells += cellsOf(character);
  }
  return [...rows, row];
}

/** A stream that may be a terminal. */
type Output = Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>;

/**
 * How wide the narrowest of these terminals is; null where none of them is one. A stream that goes into another program may still
 * come back to the operator's terminal (`| tee`), so each of them counts for both.
 */
export function columnsOf(streams: readonly Output[]): number | null {
  const widths = streams
    .filter(({ isTTY }) => isTTY)
    // A pseudo terminal without a size says 0, or nothing.
    .map(({ columns }) => (Number.isSafeInteger(columns) && columns > 0 ? columns : USUAL_COLUMNS));
  return widths.length === 0 ? null : Math.min(...widths);
}
