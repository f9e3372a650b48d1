/**
 * Cuts hex or an id into groups of eight, for reading aloud; a `0x` belongs to its first group.
 * @returns the groups; joined, they are the text
 */
export function groupByEight(text: string): string[] {
  const head = /^0x/i.test(text) ? 2 : 0;
  const groups: string[] = [];
  for (let at = 0; at < text.length;) {
    const end = at === 0 ? head + 8 : at + 8;
    groups.push(text.slice(at, end));
    at = end;
  }
  return groups;
}
