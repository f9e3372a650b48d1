import unhomoglyph from 'unhomoglyph';

const WORD = /[\p{Letter}\p{Mark}\p{Number}]+/gu;
/**
 * Names of hosts, with each of the dots that browsers take as one (IDNA). None begins within a label, so that a label of
 * a million letters is gone through once.
 */
const DOMAIN = /(?<![\p{L}\p{M}\p{N}_-])[\p{L}\p{M}\p{N}_-]+(?:[.\u3002\uff0e\uff61][\p{L}\p{M}\p{N}_-]+)+/gu;
const DOT = /[.\u3002\uff0e\uff61]/u;

/** Scripts that people write whole texts in: a word may look like a Latin one by chance. */
const LIVING = [
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Georgian}/u,
  /\p{Script=Devanagari}/u,
  /\p{Script=Thai}/u,
  /\p{Script=Hangul}/u,
  /\p{Script=Han}/u,
];
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
export function lookAlikesIn(text: string, as: 'name' | 'text'): LookAlikeText[] {
  // Ninety-nine of a hundred texts.
  if (ASCII.test(text.replace(/\s/g, ' '))) return [];
  const domains = domainsIn(text).flatMap((domain) => lookAlikeDomain(domain));
  const said = new Set(domains.flatMap((domain) => wordsIn(domain.text)));
  const words = wordsIn(text)
    .filter((word) => !ASCII.test(word) && !said.has(word))
    .map((word) => ({ word, looksLike: lookOf(word) }));
  const plain = words.filter(({ looksLike }) => !ASCII.test(looksLike));
  const genuine = LIVING.filter((script) => plain.some(({ word }) => script.test(word)));
  const found = words.flatMap(({ word, looksLike }) => {
    const isOrdinary =
      as === 'text' && (Array.from(word).length < 2 || genuine.some((script) => script.test(word)));
    return isOrdinary || !isLookAlike(word, looksLike) ? [] : [{ text: word, looksLike }];
  });
  return [...domains, ...found];
}

const wordsIn = (text: string): string[] => text.match(WORD) ?? [];

/** The names of hosts in a text, in full. */
export const domainsIn = (text: string): string[] => text.match(DOMAIN) ?? [];

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
