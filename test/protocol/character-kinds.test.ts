import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { domainsIn, lookAlikesIn, lookOf } from '#protocol/confusables.ts';
import {
  findInvisible,
  mixedScripts,
  revealInvisible,
  stripInvisible,
} from '#protocol/invisible-characters.ts';

// The slow reference: patterns over the whole text.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;
const WORD = /[\p{Letter}\p{Mark}\p{Number}]+/gu;
const DOMAIN = /(?<![\p{L}\p{M}\p{N}_-])[\p{L}\p{M}\p{N}_-]+(?:[.\u3002\uff0e\uff61][\p{L}\p{M}\p{N}_-]+)+/gu;
const ALIKE = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u];
const LIVING = [
  ...ALIKE.slice(1),
  ...[/\p{Script=Hebrew}/u, /\p{Script=Arabic}/u, /\p{Script=Georgian}/u, /\p{Script=Devanagari}/u],
  ...[/\p{Script=Thai}/u, /\p{Script=Hangul}/u, /\p{Script=Han}/u],
];
const ASCII = /^[\x20-\x7e]*$/;
const LATIN_LETTER = /[\u00c0-\u024f\u1e00-\u1eff]/u;

const codeOf = (mark: string): string =>
  `U+${(mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
const wordsIn = (text: string): string[] => text.match(WORD) ?? [];
const isMixed = (word: string): boolean => ALIKE.filter((script) => script.test(word)).length > 1;

/** Words alone that look alike in a text, where no domain does. */
function alikeWords(text: string, as: 'name' | 'text'): string[] {
  const words = wordsIn(text).filter((word) => !ASCII.test(word));
  const plain = words.filter((word) => !ASCII.test(lookOf(word)));
  const genuine = LIVING.filter((script) => plain.some((word) => script.test(word)));
  return words.filter((word) => {
    const isForeign = Array.from(word).some(
      (letter) => !ASCII.test(letter) && /\p{L}/u.test(letter) && !LATIN_LETTER.test(letter),
    );
    const isOrdinary =
      as === 'text' && (Array.from(word).length < 2 || genuine.some((script) => script.test(word)));
    return isForeign && !isOrdinary && /^[A-Za-z0-9]+$/.test(lookOf(word));
  });
}

const letters = (...all: string[]) => fc.constantFrom(...all.flatMap((each) => Array.from(each)));
const odd = letters(
  ...['aZ0 _-.\n\r\t', 'аеорсухбж', 'αβο', 'աօ', 'ｇｏ．。', '𝐏𝐚', 'שלה', 'ا', '한ᄒ', '日口', 'éı'],
  ...['\u0301\u0338', '\u200b\u202e\u00a0\u2800\u2028\u0000\ufe0f\u{e0001}', '😀👩‍👩'],
);
/** Letters that look alike, those that tell scripts apart, and any character at all, halves of pairs too. */
const texts = fc.oneof(
  fc.array(odd, { maxLength: 40 }).map((all) => all.join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(fc.oneof(odd, fc.integer({ min: 0, max: 0xffff }).map(String.fromCharCode)), { maxLength: 30 })
    .map((all) => all.join('')),
);

describe('characters by their kinds', () => {
  it('finds and shows what is unseen as the patterns do', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const marks = (text.match(UNSEEN) ?? []).filter((mark) => mark !== '\n' && mark !== '\r');
        expect(findInvisible(text)).toEqual([...new Set(marks.map(codeOf))]);
        expect(revealInvisible(text)).toBe(text.replace(UNSEEN, (mark) => `[${codeOf(mark)}]`));
        expect(stripInvisible(text)).toBe(
          text.replace(UNSEEN, (mark) => (/[\t-\r\p{Z}]/u.test(mark) ? ' ' : '')),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('finds the words and hosts that the patterns find', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(mixedScripts(text)).toEqual(wordsIn(text).filter(isMixed));
        expect(domainsIn(text)).toEqual(text.match(DOMAIN) ?? []);
      }),
      { numRuns: 2_000 },
    );
  });

  it('finds the words that look alike by each word’s look', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom('name', 'text'), (given, as) => {
        const text = given.replaceAll(/[.\u3002\uff0e\uff61]/g, ' ');
        const found = Array.from(lookAlikesIn(text, as));
        expect(found.map((each) => each.text)).toEqual(alikeWords(text, as));
        expect(found.map(({ looksLike }) => looksLike)).toEqual(found.map((each) => lookOf(each.text)));
      }),
      { numRuns: 2_000 },
    );
  });
});
