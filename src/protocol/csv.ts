/** What a spreadsheet takes for the start of a formula, also behind blanks (OWASP, "CSV Injection"). */
const FORMULA = /^\s*[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/u;
/** The same within a text: some languages' spreadsheets part cells at semicolons or tabs, quotes or not. */
const INNER_FORMULA = /([;\t\r\n]\s*)(?=[=+\-@\uFF0B\uFF0D\uFF1D\uFF20])/gu;
const SPECIAL = /[",;\t\r\n']|^\s|\s$/;

/**
 * Writes a table as CSV (RFC 4180), with CRLF after each line. A cell that a spreadsheet would run as a formula gets an
 * apostrophe before it.
 */
export const toCsv = (lines: readonly (readonly string[])[]): string =>
  lines.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');

function cellOf(text: string): string {
  const safe = (FORMULA.test(text) ? `'${text}` : text).replace(INNER_FORMULA, "$1'");
  return SPECIAL.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
