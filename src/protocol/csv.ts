/** What a spreadsheet takes for the start of a formula, also behind blanks (OWASP, "CSV Injection"). */
const FORMULA = /^\s*[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/u;
const SPECIAL = /[",;\t\r\n']|^\s|\s$/;

/**
 * Writes a table as CSV (RFC 4180), with CRLF after each line. A cell that a spreadsheet would run as a formula gets an
 * apostrophe before it.
 */
export const toCsv = (lines: readonly (readonly string[])[]): string =>
  lines.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');

function cellOf(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return SPECIAL.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
