import { ARMENIAN, CYRILLIC, GREEK, LATIN, PLAIN_TEXT, UNSEEN, eachOf, eachWord } from './character-kinds.ts';

/** Scripts with letters that look like each other's. */
const ALIKE = LATIN | CYRILLIC | GREEK | ARMENIAN;

const nameOf = (code: number): string => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;

/** Most texts. */
const ALL_SEEN = /^[\x20-\x7e]*$/;

/** A text with each unseen character in other words. */
function replaceUnseen(text: string, wordsFor: (code: number) => string): string {
  if (ALL_SEEN.test(text)) return text;
  const words = new Map<number, string>();
  const parts: string[] = [];
  let from = 0;
  eachOf(text, UNSEEN, (code, at) => {
    let found = words.get(code);
    if (found === undefined) words.set(code, (found = wordsFor(code)));
    if (at > from) parts.push(text.slice(from, at));
    parts.push(found);
    from = code > 0xffff ? at + 2 : at + 1;
  });
  parts.push(text.slice(from));
  return parts.join('');
}

/**
 * Makes every character of a text visible.
 * @param text any text, also from a stranger's transaction
 * @returns the text with unseen characters written as `[U+202E]`
 */
export const revealInvisible = (text: string): string => replaceUnseen(text, (code) => `[${nameOf(code)}]`);

const BLANK = /[\t-\r\p{Z}]/u;

/** A text without its unseen characters, to find it by what is seen: odd blanks and line breaks become spaces. */
export const stripInvisible = (text: string): string =>
  replaceUnseen(text, (code) => (BLANK.test(String.fromCodePoint(code)) ? ' ' : ''));

/** The unseen characters of a text as `U+202E`, each once; line breaks are none. */
export function findInvisible(text: string): string[] {
  const found = new Set<number>();
  if (ALL_SEEN.test(text)) return [];
  eachOf(text, UNSEEN, (code) => {
    if (code !== 0x0a && code !== 0x0d) found.add(code);
  });
  return Array.from(found, nameOf);
}

/** Words that mix letters of scripts whose letters look alike, as a Cyrillic а in a Latin word. */
export function mixedScripts(text: string): string[] {
  const mixed: string[] = [];
  if (PLAIN_TEXT.test(text)) return mixed;
  eachWord(text, (begin, end, kinds) => {
    if (isSeveral(kinds & ALIKE)) mixed.push(text.slice(begin, end));
  });
  return mixed;
}

/** Whether more than one bit is set. */
const isSeveral = (bits: number): boolean => (bits & (bits - 1)) !== 0;

/** A name in quotes, with what is unseen in it shown. A name with such quotes in it doesn't read like two: its own are straight. */
export const quoted = (name: string): string => `“${revealInvisible(name).replace(/[“”]/g, '"')}”`;
