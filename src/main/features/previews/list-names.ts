const SHOWN = 3;

/** One name or a few in quotes, or how many: "“Ann”", "“Ann” and “Ben”", "12 users". */
export function listNames(names: readonly string[], many: string): string {
  if (names.length > SHOWN) return `${names.length} ${many}`;
  const quoted = names.map((name) => `“${name}”`);
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} and ${last}`;
}

/** "1 user", "3 users". */
export const countOf = (number: number, one: string, many: string): string =>
  `${number} ${number === 1 ? one : many}`;

/** The only name as it is, or how many there are: "Ann", "3 users". */
export function nameOrCount(names: readonly string[], many: string): string {
  const [first] = names;
  return first !== undefined && names.length === 1 ? first : `${names.length} ${many}`;
}
