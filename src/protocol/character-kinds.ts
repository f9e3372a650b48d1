/** What Unicode says of a character, as bits. */
export const UNSEEN = 1;
/** A letter, mark or number: what words are made of. */
export const WORDLY = 2;
export const NOT_ASCII = 4;
export const LATIN = 8;
export const CYRILLIC = 16;
export const GREEK = 32;
export const ARMENIAN = 64;
/** Scripts that people write whole texts in. */
export const LIVING_SCRIPTS = 0x3ff0;
const KNOWN = 0x4000;

/** ASCII with any blanks, as most texts are. */
export const PLAIN_TEXT = /^[\s\x20-\x7e]*$/;

/** Each bit with the characters that have it. */
const CLASSES: readonly (readonly [bit: number, pattern: RegExp])[] = [
  // Controls, marks that turn or join the direction of writing, characters with no width, odd spaces: in a name they can
  // make one text look like another, so they are shown as what they are. The blank of Braille counts as a symbol.
  [UNSEEN, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u],
  [WORDLY, /[\p{Letter}\p{Mark}\p{Number}]/u],
  [NOT_ASCII, /[^\x20-\x7e]/u],
  [LATIN, /\p{Script=Latin}/u],
  [CYRILLIC, /\p{Script=Cyrillic}/u],
  [GREEK, /\p{Script=Greek}/u],
  [ARMENIAN, /\p{Script=Armenian}/u],
  [0x80, /\p{Script=Hebrew}/u],
  [0x100, /\p{Script=Arabic}/u],
  [0x200, /\p{Script=Georgian}/u],
  [0x400, /\p{Script=Devanagari}/u],
  [0x800, /\p{Script=Thai}/u],
  [0x1000, /\p{Script=Hangul}/u],
  [0x2000, /\p{Script=Han}/u],
];

/** By code point. Patterns with classes of Unicode take ten times as long to go through a text as this table does. */
const table = new Uint16Array(0x110000);

function kindsOf(code: number): number {
  const known = table[code] ?? 0;
  if (known !== 0) return known;
  const character = String.fromCodePoint(code);
  const kinds = CLASSES.reduce((bits, [bit, of]) => (of.test(character) ? bits | bit : bits), KNOWN);
  table[code] = kinds;
  return kinds;
}

/** Calls for each character of a text that has the bits. */
export function eachOf(text: string, bits: number, call: (code: number, at: number) => void): void {
  for (let at = 0; at < text.length;) {
    const code = text.codePointAt(at) ?? 0;
    if ((kindsOf(code) & bits) !== 0) call(code, at);
    at += code > 0xffff ? 2 : 1;
  }
}

/** Where a run of characters ends that have the bits, or are among some of ASCII. */
export function endOfRun(text: string, begin: number, bits: number, others: string): number {
  for (let at = begin; ;) {
    const code = text.codePointAt(at);
    if (code === undefined) return at;
    if ((kindsOf(code) & bits) === 0 && !others.includes(text.charAt(at))) return at;
    at += code > 0xffff ? 2 : 1;
  }
}

/** Calls for each word of a text, with the bits of all its characters together. */
export function eachWord(text: string, call: (begin: number, end: number, kinds: number) => void): void {
  let kinds = 0;
  let begin = 0;
  for (let at = 0; at < text.length;) {
    const code = text.codePointAt(at) ?? 0;
    const found = kindsOf(code);
    if ((found & WORDLY) !== 0) {
      if (kinds === 0) begin = at;
      kinds |= found;
    } else {
      if (kinds !== 0) call(begin, at, kinds);
      kinds = 0;
    }
    at += code > 0xffff ? 2 : 1;
  }
  if (kinds !== 0) call(begin, text.length, kinds);
}
