import { fromUtf8, toUtf8 } from '../../encoding.ts';
import { copySecret, secretBytes } from '../../secret.ts';

// A phrase is handled as bytes: a string of it could not be wiped, and the engine keeps some (the last subject of a regular
// expression). Single words become strings, which the lists have anyway.

const SPACE = 0x20;
const SPACES = Uint8Array.of(SPACE);

/** The white space of JavaScript beyond ASCII, as UTF-8. */
const WIDE_SPACES: readonly (readonly number[])[] = [
  [0xc2, 0xa0],
  [0xe1, 0x9a, 0x80],
  ...Array.from({ length: 11 }, (_, n) => [0xe2, 0x80, 0x80 + n]),
  ...[0xa8, 0xa9, 0xaf].map((last) => [0xe2, 0x80, last]),
  [0xe2, 0x81, 0x9f],
  [0xe3, 0x80, 0x80],
  [0xef, 0xbb, 0xbf],
];

/** How many bytes of white space begin at a place, one character at most; 0 for none. */
function spaceAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at] ?? 0;
  if (byte === SPACE || (byte >= 0x09 && byte <= 0x0d)) return 1;
  if (byte < 0x80) return 0;
  return WIDE_SPACES.find((wide) => wide.every((each, n) => bytes[at + n] === each))?.length ?? 0;
}

/** The words of a text without the white space around them: parts of it, not copies. */
export function wordsIn(text: Uint8Array): Uint8Array[] {
  const words: Uint8Array[] = [];
  let from = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const space = at === text.length ? 1 : spaceAt(text, at);
    if (space === 0) continue;
    if (at > from) words.push(text.subarray(from, at));
    at += space - 1;
    from = at + 1;
  }
  return words;
}

/**
 * A phrase as people type it, in the form that is kept: NFKD, lower case, one space between words.
 * @returns a copy, to be wiped by whoever asked
 * @throws AppError `UTF8_INVALID`
 */
export const tidied = (text: Uint8Array): Uint8Array =>
  joinParts(
    wordsIn(text).map((word) => toUtf8(fromUtf8(word, 'mnemonic').normalize('NFKD').toLowerCase())),
    SPACES,
  );

/**
 * A phrase in the form that BIP-39 hashes: NFKD, without white space around it.
 * @returns a copy, to be wiped by whoever asked
 * @throws AppError `UTF8_INVALID`
 */
export function normalized(text: Uint8Array, what = 'mnemonic'): Uint8Array {
  if (text.every((byte) => byte < 0x80)) return copySecret(trimmed(text));
  const parts: Uint8Array[] = [];
  const add = (from: number, to: number): void => {
    if (to > from) parts.push(toUtf8(fromUtf8(text.subarray(from, to), what).normalize('NFKD')));
  };
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const space = spaceAt(text, at);
    if (space === 0) continue;
    add(from, at);
    add(at, at + space);
    at += space - 1;
    from = at + 1;
  }
  add(from, text.length);
  const whole = joinParts(parts, new Uint8Array());
  const phrase = copySecret(trimmed(whole));
  whole.fill(0);
  return phrase;
}

/** Puts parts together with a separator between two, and wipes them. */
export function joinParts(parts: readonly Uint8Array[], separator: Uint8Array): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, separator.length * (parts.length - 1));
  const whole = secretBytes(Math.max(0, length));
  let end = 0;
  for (const [n, part] of parts.entries()) {
    if (n > 0) whole.set(separator, end);
    if (n > 0) end += separator.length;
    whole.set(part, end);
    end += part.length;
    part.fill(0);
  }
  return whole;
}

/** What lies between single spaces, empty parts too: parts of the phrase, not copies. */
export function splitAtSpaces(phrase: Uint8Array): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let from = 0;
  for (let at = phrase.indexOf(SPACE); at !== -1; at = phrase.indexOf(SPACE, from)) {
    parts.push(phrase.subarray(from, at));
    from = at + 1;
  }
  return [...parts, phrase.subarray(from)];
}

function trimmed(text: Uint8Array): Uint8Array {
  const words = wordsIn(text);
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined) return new Uint8Array();
  return text.subarray(first.byteOffset - text.byteOffset, last.byteOffset + last.length - text.byteOffset);
}
