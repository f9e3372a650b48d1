/**
 * Cuts hex or an id into groups of eight, for reading aloud; a `0x` belongs to its first group, and
 * `sha256:` is one of its own.
 * @returns the groups; joined, they are the text
 */
export function groupByEight(text: string): string[] {
  const head = /^0x/i.test(text) ? 2 : 0;
  const named = /^sha256:/.exec(text)?.[0] ?? '';
  const groups: string[] = named === '' ? [] : [named];
  for (let at = named.length; at < text.length;) {
    const end = at === 0 ? head + 8 : at + 8;
    groups.push(text.slice(at, end));
    at = end;
  }
  return groups;
}
