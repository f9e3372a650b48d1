const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?(?:[Zz]|[+-]00:00)$/;

/**
 * Reads a time of RFC 3339 whose offset is zero.
 * @returns milliseconds since 1970, or undefined when it is none, such as the 30th of February
 */
export function parseTimestamp(text: string): number | undefined {
  const parts = RFC3339.exec(text);
  if (parts === null) return undefined;
  const milliseconds = Date.parse(text.toUpperCase().replace(/[+-]00:00$/, 'Z'));
  if (Number.isNaN(milliseconds)) return undefined;
  // Date.parse carries days over into the next month; a time of RFC 3339 does not.
  const same = new Date(milliseconds).toISOString().slice(0, 19) === text.slice(0, 19).toUpperCase();
  return same ? milliseconds : undefined;
}
