/**
 * An SQL expression for a row as one text: its table, and each value as an SQL literal, which tells types apart. It is put together
 * at once: each `||` would copy all that is before it.
 */
export const rowText = (table: string, columns: readonly string[], row: string): string =>
  `'${table}:' || ${joined(columns.map((column) => literalOf(`${row}."${column}"`)))}`;

const joined = (values: readonly string[]): string => `concat_ws(',', ${values.join(', ')})`;

/**
 * A value as an SQL literal. `quote` stops at the first NUL of a text, while comparisons don't: an attacker could append a NUL to a policy's
 * organization, and so hide the policy from every lookup without changing its literal. The service stores no NUL, so its own rows
 * keep their literals.
 */
const literalOf = (value: string): string =>
  `CASE WHEN typeof(${value}) = 'text' AND instr(${value}, char(0)) THEN 'T' || quote(CAST(${value} AS BLOB)) ELSE quote(${value}) END`;

/** A part of a row's text: as it is, or the bytes of a value that is long and text. */
export type RowPart = string | Uint8Array;

/** What holds a request or its answer, up to several MB each: SQL copies a text several times until it is a literal in a row's text. */
const LONG = new Set(['activity.intent', 'activity.result', 'vote.message']);

/** SQL expressions for the parts of a row's text (`rowText`), in their order: always as many for the same columns. */
export function rowParts(table: string, columns: readonly string[], row: string): string[] {
  const parts: string[] = [];
  let since: string[] = [];
  for (const column of columns) {
    const value = `${row}."${column}"`;
    if (!LONG.has(`${table}.${column}`)) {
      since.push(literalOf(value));
      continue;
    }
    // The comma behind what is before it; in front, one behind the value before.
    parts.push(joined([...since, `''`]));
    parts.push(`CASE typeof(${value}) WHEN 'text' THEN CAST(${value} AS BLOB) ELSE quote(${value}) END`);
    since = [`''`];
  }
  parts.push(joined(since));
  return parts.map((part, at) => (at === 0 ? `'${table}:' || ${part}` : part));
}

const NUL = 0;
const QUOTE = 0x27;

/** Has a part of a row's text hashed. */
export function hashPart(hash: { update(data: RowPart): unknown }, part: RowPart): void {
  if (typeof part === 'string') {
    hash.update(part);
    return;
  }
  // A buffer is searched by the platform, many times faster.
  const bytes = Buffer.from(part.buffer, part.byteOffset, part.length);
  if (bytes.includes(NUL)) {
    hash.update(`TX'${bytes.toString('hex').toUpperCase()}'`);
    return;
  }
  hash.update(`'`);
  hash.update(bytes.includes(QUOTE) ? quotesDoubled(bytes) : bytes);
  hash.update(`'`);
}

function quotesDoubled(bytes: Uint8Array): Uint8Array {
  const doubled = new Uint8Array(2 * bytes.length);
  let length = 0;
  for (const byte of bytes) {
    doubled[length++] = byte;
    if (byte === QUOTE) doubled[length++] = QUOTE;
  }
  return doubled.subarray(0, length);
}
