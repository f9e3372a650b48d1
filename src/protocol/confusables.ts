import unhomoglyph from 'unhomoglyph';
import { LIVING_SCRIPTS, NOT_ASCII, PLAIN_TEXT, WORDLY, eachWord, endOfRun } from './character-kinds.ts';

/** What browsers take as a dot in the name of a host (IDNA). */
const DOT = /[.\u3002\uff0e\uff61]/u;
const DOTS: ReadonlySet<number | undefined> = new Set([0x2e, 0x3002, 0xff0e, 0xff61]);

/** Letters of languages that are written in Latin, such as the Turkish dotless i. */
const LATIN_LETTER = /[\u00c0-\u024f\u1e00-\u1eff]/u;
/** What tells two names apart for no eye: accents, punctuation, spaces, and characters that can't be seen. */
const UNTELLING = /[\u0300-\u036f\p{P}\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const ASCII = /^[\x20-\x7e]*$/;
const ASCII_WORD = /^[A-Za-z0-9]+$/;

/** A text that looks like another one, in full. */
export interface LookAlikeText {
  readonly text: string;
  /** What it looks like. */
  readonly looksLike: string;
}

/**
 * What a text looks like in ASCII: the skeleton of UTS 39 (Unicode's confusables.txt, version 13, as the package
 * unhomoglyph has it), where compatibility forms such as fullwidth letters count as the letters that they stand for.
 * ASCII itself stays as it is: `rn` and `m` are both written by everybody.
 */
export function lookOf(text: string): string {
  return Array.from(text.normalize('NFC'), lookOfLetter).join('');
}

/** A text of a megabyte has few letters, often. */
const knownLooks = new Map<string, string>();
const MOST_KNOWN = 10_000;

function lookOfLetter(letter: string): string {
  if (ASCII.test(letter)) return letter;
  const known = knownLooks.get(letter);
  if (known !== undefined) return known;
  const skeleton = unhomoglyph(letter.normalize('NFD'));
  const look = ASCII.test(skeleton) ? skeleton : letter.normalize('NFKC');
  if (knownLooks.size >= MOST_KNOWN) knownLooks.clear();
  knownLooks.set(letter, look);
  return look;
}

/**
 * What two names have in common if one can be taken for the other: the skeleton of UTS 39 in full (`rn` and `m`, Greek and
 * Cyrillic letters too), without case, accents, spaces and punctuation.
 */
export function nameSkeleton(name: string): string {
  const folded = unhomoglyph(name.normalize('NFD')).normalize('NFKD').toLowerCase();
  // A second time: a small letter can look like others than its capital.
  const look = unhomoglyph(folded).replace(UNTELLING, '').replaceAll('0', 'o').replaceAll(/[1i|]/g, 'l');
  return look === '' ? folded : look;
}

/**
 * Words and domains that look like ASCII and are not (UTS 39, whole-script confusables): an all-Cyrillic “аррӏе.com”,
 * Cherokee, fullwidth and mathematical letters.
 * @param as `name` where nothing around it says which language it is; in a `text`, a word of a script in which other words
 * are plainly written is taken for one of that language
 */
export function* lookAlikesIn(text: string, as: 'name' | 'text'): Generator<LookAlikeText> {
  // Ninety-nine of a hundred texts.
  if (PLAIN_TEXT.test(text)) return;
  const domains = domainsIn(text).flatMap((domain) => lookAlikeDomain(domain));
  yield* domains;
  const said = new Set(domains.flatMap((domain) => foreignWordsIn(domain.text)));
  // A word of these scripts may look like a Latin one by chance.
  let genuine = 0;
  // Then so is each part of it.
  const isComposed = text.normalize('NFC') === text;
  const alike: { readonly text: string; readonly kinds: number }[] = [];
  eachWord(text, (begin, end, kinds) => {
    if (!isForeign(kinds) || (said.size > 0 && said.has(text.slice(begin, end)))) return;
    const word = isComposed ? '' : text.slice(begin, end).normalize('NFC');
    if (isComposed ? looksAscii(text, begin, end) : looksAscii(word, 0, word.length))
      alike.push({ text: text.slice(begin, end), kinds });
    else genuine |= kinds & LIVING_SCRIPTS;
  });
  for (const word of alike) {
    const isOrdinary = as === 'text' && (Array.from(word.text).length < 2 || (word.kinds & genuine) !== 0);
    const looksLike = lookOf(word.text);
    if (!isOrdinary && isLookAlike(word.text, looksLike)) yield { text: word.text, looksLike };
  }
}

const isForeign = (kinds: number): boolean => (kinds & NOT_ASCII) !== 0;

function foreignWordsIn(text: string): string[] {
  const words: string[] = [];
  eachWord(text, (begin, end, kinds) => {
    if (isForeign(kinds)) words.push(text.slice(begin, end));
  });
  return words;
}

/** By code point: 1 looks like ASCII, 2 doesn’t, 0 isn’t known yet. */
const looks = new Uint8Array(0x110000);

/** Whether each letter of a part looks like ASCII. @param text as NFC composes it */
function looksAscii(text: string, begin: number, end: number): boolean {
  for (let at = begin; at < end;) {
    const code = text.codePointAt(at) ?? 0;
    if (looks[code] === 0) looks[code] = ASCII.test(lookOfLetter(String.fromCodePoint(code))) ? 1 : 2;
    if (looks[code] === 2) return false;
    at += code > 0xffff ? 2 : 1;
  }
  return true;
}

/**
 * The names of hosts in a text, in full: labels of letters, marks, numbers, `_` and `-` with one of the dots between. None
 * begins within a label.
 */
export function domainsIn(text: string): string[] {
  const domains: string[] = [];
  for (let at = 0; at < text.length;) {
    const begin = at;
    let end = endOfLabel(text, begin);
    let isDotted = false;
    while (end > at && DOTS.has(text.charCodeAt(end))) {
      at = end + 1;
      const next = endOfLabel(text, at);
      if (next === at) break;
      isDotted = true;
      end = next;
    }
    if (isDotted) domains.push(text.slice(begin, end));
    at = Math.max(end, begin + 1);
  }
  return domains;
}

const endOfLabel = (text: string, begin: number): number => endOfRun(text, begin, WORDLY, '_-');

/** A word with letters of another script, or of none, whose look is ASCII. Numbers of other scripts are no letters. */
const isLookAlike = (word: string, looksLike: string): boolean =>
  ASCII_WORD.test(looksLike) &&
  Array.from(word).some(
    (letter) => !ASCII.test(letter) && /\p{L}/u.test(letter) && !LATIN_LETTER.test(letter),
  );

/** A label that looks like ASCII deceives beside labels that are ASCII; a domain in one script is how that script is written. */
function lookAlikeDomain(domain: string): LookAlikeText[] {
  const labels = domain.split(DOT);
  const looks = labels.map(lookOf);
  const deceives = labels.some((label, at) => !ASCII.test(label) && /^[\w-]+$/.test(looks[at] ?? ''));
  const isMixed = looks.every((look) => ASCII.test(look)) || labels.some((label) => /[A-Za-z]/.test(label));
  return deceives && isMixed ? [{ text: domain, looksLike: looks.join('.') }] : [];
}
