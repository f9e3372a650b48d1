// Controls, marks that turn or join the direction of writing, characters with no width, odd spaces: in a name they can
// make one text look like another, so they are shown as what they are.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu;

/**
 * Makes every character of a text visible.
 * @param text any text, also from a stranger's transaction
 * @returns the text with unseen characters written as `[U+202E]`
 */
export const showUnseen = (text: string): string =>
  text.replace(
    UNSEEN,
    (mark) => `[U+${(mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  );

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
