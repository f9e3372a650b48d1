// Controls, marks that turn or join the direction of writing, characters with no width, odd spaces: in a name they can
// make one text look like another, so they are shown as what they are. The blank of Braille counts as a symbol.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

const WORD = /[\p{Letter}\p{Mark}\p{Number}]+/gu;
/** Scripts with letters that look like each other's. */
const ALIKE = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u];

const codeOf = (mark: string): string =>
  `U+${(mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/**
 * Makes every character of a text visible.
 * @param text any text, also from a stranger's transaction
 * @returns the text with unseen characters written as `[U+202E]`
 */
export const revealInvisible = (text: string): string => text.replace(UNSEEN, (mark) => `[${codeOf(mark)}]`);

const BLANK = /[\t-\r\p{Z}]/u;

/** A text without its unseen characters, to find it by what is seen: odd blanks and line breaks become spaces. */
export const stripInvisible = (text: string): string =>
  text.replace(UNSEEN, (mark) => (BLANK.test(mark) ? ' ' : ''));

/** The unseen characters of a text as `U+202E`, each once; line breaks are none. */
export const findInvisible = (text: string): string[] => [
  ...new Set((text.match(UNSEEN) ?? []).filter((mark) => mark !== '\n' && mark !== '\r').map(codeOf)),
];

/** Words that mix letters of scripts whose letters look alike, as a Cyrillic а in a Latin word. */
export const mixedScripts = (text: string): string[] =>
  (text.match(WORD) ?? []).filter((word) => ALIKE.filter((script) => script.test(word)).length > 1);

/** A name in quotes, with what is unseen in it shown. A name with such quotes in it doesn't read like two: its own are straight. */
export const quoted = (name: string): string => `“${revealInvisible(name).replace(/[“”]/g, '"')}”`;
