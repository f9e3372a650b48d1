const SHOWN = 3;

/** One name or a few in quotes, or how many: "“Ann”", "“Ann” and “Ben”", "12 users". */
export function listNames(names: readonly string[], many: string): string {
  if (names.length > SHOWN) return `${names.length} ${many}`;
  const quoted = names.map((name) => `“${name}”`);
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} and ${last}`;
}
