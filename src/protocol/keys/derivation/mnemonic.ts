import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { wordlist as czech } from '@scure/bip39/wordlists/czech.js';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { wordlist as french } from '@scure/bip39/wordlists/french.js';
import { wordlist as italian } from '@scure/bip39/wordlists/italian.js';
import { wordlist as japanese } from '@scure/bip39/wordlists/japanese.js';
import { wordlist as korean } from '@scure/bip39/wordlists/korean.js';
import { wordlist as simplifiedChinese } from '@scure/bip39/wordlists/simplified-chinese.js';
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js';
import { wordlist as traditionalChinese } from '@scure/bip39/wordlists/traditional-chinese.js';
import { MNEMONIC_LANGUAGES, type MnemonicLanguage } from '../../catalogue/wallets.ts';
import { fromUtf8, toUtf8 } from '../../encoding.ts';
import type { AppError } from '../../error.ts';
import { keyError } from '../../key-errors.ts';
import { Secret, copySecret, secretBytes } from '../../secret.ts';
import { joinParts, normalized, splitAtSpaces } from './phrase-bytes.ts';

/** The word lists of BIP-39 under their published names (OPERATIONS.md, v1MnemonicLanguage). */
export const WORD_LISTS = {
  MNEMONIC_LANGUAGE_ENGLISH: english,
  MNEMONIC_LANGUAGE_SIMPLIFIED_CHINESE: simplifiedChinese,
  MNEMONIC_LANGUAGE_TRADITIONAL_CHINESE: traditionalChinese,
  MNEMONIC_LANGUAGE_CZECH: czech,
  MNEMONIC_LANGUAGE_FRENCH: french,
  MNEMONIC_LANGUAGE_ITALIAN: italian,
  MNEMONIC_LANGUAGE_JAPANESE: japanese,
  MNEMONIC_LANGUAGE_KOREAN: korean,
  MNEMONIC_LANGUAGE_SPANISH: spanish,
} as const satisfies Record<MnemonicLanguage, readonly string[]>;

/** Bytes of entropy for each length of a mnemonic (BIP-39: 11 bits a word, one of 33 being checksum). */
const ENTROPY_BYTES = new Map([
  [12, 16],
  [15, 20],
  [18, 24],
  [21, 28],
  [24, 32],
]);

/** Whether a mnemonic can have so many words. */
export const isMnemonicLength = (words: number): boolean => ENTROPY_BYTES.has(words);

/**
 * How many bytes of entropy a mnemonic of so many words takes.
 * @throws AppError `MNEMONIC_LENGTH_INVALID`
 */
export function entropyBytesFor(words: number): number {
  const bytes = ENTROPY_BYTES.get(words);
  if (bytes === undefined) {
    throw keyError('MNEMONIC_LENGTH_INVALID', { words });
  }
  return bytes;
}

/**
 * Writes entropy as words (BIP-39).
 * @param entropy 16, 20, 24, 28 or 32 bytes from a CSPRNG; left as it is
 * @returns UTF-8 of the words
 * @throws AppError `ENTROPY_INVALID` for any other length
 */
export function mnemonicOf(
  entropy: Secret,
  language: MnemonicLanguage = 'MNEMONIC_LANGUAGE_ENGLISH',
): Secret {
  if (![...ENTROPY_BYTES.values()].includes(entropy.length)) {
    throw keyError('ENTROPY_INVALID', { length: entropy.length });
  }
  const list = WORD_LISTS[language];
  return entropy.use((bytes) => {
    const places = placesFrom(bytes);
    const words = Array.from(places, (place) => toUtf8(list[place] ?? ''));
    places.fill(0);
    return new Secret(joinParts(words, toUtf8(language === 'MNEMONIC_LANGUAGE_JAPANESE' ? '\u3000' : ' ')));
  });
}

/**
 * Checks length, words and checksum of a mnemonic (BIP-39).
 * @param mnemonic UTF-8 of the words; taken as typed, but for Unicode form (NFKD)
 * @throws AppError `MNEMONIC_INVALID`; its message never repeats a word
 */
export function checkMnemonic(
  mnemonic: Secret,
  language: MnemonicLanguage = 'MNEMONIC_LANGUAGE_ENGLISH',
): void {
  readEntropy(mnemonic, language).wipe();
}

/**
 * The entropy that a mnemonic writes.
 * @throws AppError `MNEMONIC_INVALID`
 */
export const entropyOf = (mnemonic: Secret, language: MnemonicLanguage): Secret =>
  readEntropy(mnemonic, language);

/**
 * The languages whose list holds every word of a mnemonic: several lists share words.
 * @param mnemonic UTF-8 of the words
 */
export const languagesOf = (mnemonic: Secret): readonly MnemonicLanguage[] =>
  withWords(mnemonic, (words) =>
    MNEMONIC_LANGUAGES.filter((language) => held(words, language) === words.length),
  );

/**
 * The language whose list holds most words of a mnemonic; English where several hold as many.
 * @param mnemonic UTF-8 of the words
 */
export const closestLanguage = (mnemonic: Secret): MnemonicLanguage =>
  withWords(mnemonic, (words) =>
    MNEMONIC_LANGUAGES.reduce((best, each) => (held(words, each) > held(words, best) ? each : best)),
  );

/**
 * The seed of a mnemonic (BIP-39: PBKDF2 of HMAC-SHA-512, 2048 rounds). Any language: the words are not checked here.
 * @param passphrase UTF-8; none when absent
 * @returns 64 bytes
 * @throws AppError `MNEMONIC_INVALID` when the number of words is wrong
 */
export function seedOf(mnemonic: Secret, passphrase?: Secret): Secret {
  return withWords(mnemonic, (words, phrase) => {
    if (!ENTROPY_BYTES.has(words.length)) {
      throw keyError('MNEMONIC_INVALID.count');
    }
    const salt = joinParts([toUtf8('mnemonic'), saltOf(passphrase)], new Uint8Array());
    try {
      return new Secret(pbkdf2(sha512, phrase, salt, { c: 2048, dkLen: 64 }));
    } finally {
      salt.fill(0);
    }
  });
}

/** A passphrase as it is hashed: NFKD, with the white space that it has. */
const saltOf = (passphrase: Secret | undefined): Uint8Array =>
  passphrase?.use((bytes) =>
    bytes.every((byte) => byte < 0x80)
      ? copySecret(bytes)
      : toUtf8(fromUtf8(bytes, 'passphrase').normalize('NFKD')),
  ) ?? new Uint8Array();

const BITS_OF_WORD = 11;
const STRAY = 0xffff;

function readEntropy(mnemonic: Secret, language: MnemonicLanguage): Secret {
  return withWords(mnemonic, (words) => {
    if (!ENTROPY_BYTES.has(words.length)) {
      throw keyError('MNEMONIC_INVALID.words', { words: words.length });
    }
    const places = placesOf(words, language);
    try {
      const strays = Array.from(places.entries()).flatMap(([n, place]) => (place === STRAY ? [n + 1] : []));
      if (strays.length > 0) throw strayWords(strays);
      const entropy = entropyFrom(places);
      if (entropy !== undefined) return entropy;
      throw keyError('MNEMONIC_INVALID.checksum');
    } finally {
      places.fill(0);
    }
  });
}

/** Lends the words of a mnemonic, and the phrase that they are parts of; both are wiped afterwards. */
function withWords<T>(mnemonic: Secret, fn: (words: readonly Uint8Array[], phrase: Uint8Array) => T): T {
  const phrase = mnemonic.use((bytes) => normalized(bytes));
  try {
    return fn(splitAtSpaces(phrase), phrase);
  } finally {
    phrase.fill(0);
  }
}

/** The place of each word in a list; `STRAY` for one that is not in it. */
function placesOf(words: readonly Uint8Array[], language: MnemonicLanguage): Uint16Array {
  const list: readonly string[] = WORD_LISTS[language];
  return Uint16Array.from(words, (word) => {
    const place = list.indexOf(fromUtf8(word, 'mnemonic'));
    return place === -1 ? STRAY : place;
  });
}

const held = (words: readonly Uint8Array[], language: MnemonicLanguage): number =>
  placesOf(words, language).filter((place) => place !== STRAY).length;

/** Entropy and its checksum (the first bits of its SHA-256, one for 32) as 11 bits a word, highest first. */
function placesFrom(entropy: Uint8Array): Uint16Array {
  const bits = joinParts([copySecret(entropy), sha256(entropy).subarray(0, 1)], new Uint8Array());
  const places = new Uint16Array(secretBytes((entropy.length * 3) / 2).buffer);
  for (let at = 0; at < places.length * BITS_OF_WORD; at += 1) {
    const bit = ((bits[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
    const word = Math.floor(at / BITS_OF_WORD);
    places[word] = ((places[word] ?? 0) << 1) | bit;
  }
  bits.fill(0);
  return places;
}

/** The reverse; undefined where the checksum does not hold. */
function entropyFrom(places: Uint16Array): Secret | undefined {
  const bytes = secretBytes((places.length * 4) / 3);
  for (let at = 0; at < bytes.length * 8; at += 1) {
    const bit =
      ((places[Math.floor(at / BITS_OF_WORD)] ?? 0) >> (BITS_OF_WORD - 1 - (at % BITS_OF_WORD))) & 1;
    bytes[at >> 3] = ((bytes[at >> 3] ?? 0) << 1) | bit;
  }
  const right = placesFrom(bytes);
  const holds = right.at(-1) === places.at(-1);
  right.fill(0);
  if (holds) return new Secret(bytes);
  bytes.fill(0);
  return undefined;
}

/** Says which words are wrong by their places: the words themselves are the secret. */
function strayWords(places: readonly number[]): AppError {
  const [first = 0, ...others] = places;
  const last = others.pop();
  if (last === undefined) return keyError('MNEMONIC_INVALID.strayWord', { place: first });
  return keyError('MNEMONIC_INVALID.strayWords', { places: `${[first, ...others].join(', ')} and ${last}` });
}
