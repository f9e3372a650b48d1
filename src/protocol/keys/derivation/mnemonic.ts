import { entropyToMnemonic, mnemonicToEntropy, mnemonicToSeedSync } from '@scure/bip39';
import { fromUtf8, toUtf8 } from '../../encoding.ts';
import { ProtocolError } from '../../error.ts';
import { Secret } from '../../secret.ts';
import { MNEMONIC_LANGUAGES, type MnemonicLanguage } from '../../catalogue/wallet-fields.ts';
import { WORD_LISTS } from './word-lists.ts';

/** Bytes of entropy for each length of a mnemonic (BIP-39: 11 bits a word, one of 33 being checksum). */
const ENTROPY_BYTES = new Map([
  [12, 16],
  [15, 20],
  [18, 24],
  [21, 28],
  [24, 32],
]);

const invalidMnemonic = (message: string, remedy: string): ProtocolError =>
  new ProtocolError('MNEMONIC_INVALID', message, remedy);

/** Whether a mnemonic can have so many words. */
export const isMnemonicLength = (words: number): boolean => ENTROPY_BYTES.has(words);

/**
 * How many bytes of entropy a mnemonic of so many words takes.
 * @throws ProtocolError `MNEMONIC_LENGTH_INVALID`
 */
export function entropyBytesFor(words: number): number {
  const bytes = ENTROPY_BYTES.get(words);
  if (bytes === undefined) {
    throw new ProtocolError(
      'MNEMONIC_LENGTH_INVALID',
      `A mnemonic cannot have ${words} words.`,
      'Choose 12, 15, 18, 21 or 24.',
    );
  }
  return bytes;
}

/**
 * Writes entropy as words (BIP-39).
 * @param entropy 16, 20, 24, 28 or 32 bytes from a CSPRNG; left as it is
 * @returns UTF-8 of the words
 * @throws ProtocolError `ENTROPY_INVALID` for any other length
 */
export function mnemonicOf(
  entropy: Secret,
  language: MnemonicLanguage = 'MNEMONIC_LANGUAGE_ENGLISH',
): Secret {
  if (![...ENTROPY_BYTES.values()].includes(entropy.length)) {
    throw new ProtocolError(
      'ENTROPY_INVALID',
      `Entropy of ${entropy.length} bytes makes no mnemonic.`,
      'Give 16, 20, 24, 28 or 32 bytes.',
    );
  }
  return entropy.use((bytes) => new Secret(toUtf8(entropyToMnemonic(bytes, WORD_LISTS[language]))));
}

/**
 * Checks length, words and checksum of a mnemonic (BIP-39).
 * @param mnemonic UTF-8 of the words; taken as typed, but for Unicode form (NFKD)
 * @throws ProtocolError `MNEMONIC_INVALID`; its message never repeats a word
 */
export function checkMnemonic(
  mnemonic: Secret,
  language: MnemonicLanguage = 'MNEMONIC_LANGUAGE_ENGLISH',
): void {
  const text = textOf(mnemonic);
  const words = text.split(' ');
  if (!ENTROPY_BYTES.has(words.length)) {
    throw invalidMnemonic(
      `The mnemonic has ${words.length} words.`,
      'Give 12, 15, 18, 21 or 24 words, with one space between two.',
    );
  }
  const list = WORD_LISTS[language];
  const strays = words.flatMap((word, index) => (list.includes(word) ? [] : [index + 1]));
  if (strays.length > 0) throw strayWords(strays);
  try {
    mnemonicToEntropy(text, list).fill(0);
  } catch {
    // The library's error is not kept as the cause: it may quote the words.
    throw invalidMnemonic(
      'The checksum of the mnemonic does not hold.',
      'Check the order of the words, and each word.',
    );
  }
}

/**
 * The entropy that a mnemonic writes.
 * @throws ProtocolError `MNEMONIC_INVALID`
 */
export function entropyOf(mnemonic: Secret, language: MnemonicLanguage): Secret {
  checkMnemonic(mnemonic, language);
  return new Secret(mnemonicToEntropy(textOf(mnemonic), WORD_LISTS[language]));
}

/**
 * The languages whose list holds every word of a mnemonic: several lists share words.
 * @param mnemonic UTF-8 of the words
 */
export function languagesOf(mnemonic: Secret): readonly MnemonicLanguage[] {
  const words = textOf(mnemonic).split(' ');
  return MNEMONIC_LANGUAGES.filter((language) => words.every((word) => WORD_LISTS[language].includes(word)));
}

/**
 * The language whose list holds most words of a mnemonic; English where several hold as many.
 * @param mnemonic UTF-8 of the words
 */
export function closestLanguage(mnemonic: Secret): MnemonicLanguage {
  const words = textOf(mnemonic).split(' ');
  const held = (language: MnemonicLanguage): number =>
    words.filter((word) => WORD_LISTS[language].includes(word)).length;
  return MNEMONIC_LANGUAGES.reduce((best, each) => (held(each) > held(best) ? each : best));
}

/**
 * The seed of a mnemonic (BIP-39: PBKDF2 of HMAC-SHA-512, 2048 rounds). Any language: the words are not checked here.
 * @param passphrase UTF-8; none when absent
 * @returns 64 bytes
 * @throws ProtocolError `MNEMONIC_INVALID` when the number of words is wrong
 */
export function seedOf(mnemonic: Secret, passphrase?: Secret): Secret {
  const text = textOf(mnemonic);
  if (!ENTROPY_BYTES.has(text.split(' ').length)) {
    throw invalidMnemonic('The mnemonic has a wrong number of words.', 'Give 12, 15, 18, 21 or 24 words.');
  }
  return new Secret(
    mnemonicToSeedSync(text, passphrase?.use((bytes) => fromUtf8(bytes, 'passphrase')) ?? ''),
  );
}

/** Says which words are wrong by their places: the words themselves are the secret. */
function strayWords(places: readonly number[]): ProtocolError {
  const [first = 0, ...others] = places;
  const last = others.pop();
  if (last === undefined)
    return invalidMnemonic(`Word ${first} of the mnemonic is not in the list.`, 'Correct that word.');
  const which = `${[first, ...others].join(', ')} and ${last}`;
  return invalidMnemonic(`Words ${which} of the mnemonic are not in the list.`, 'Correct those words.');
}

const textOf = (mnemonic: Secret): string =>
  mnemonic
    .use((bytes) => fromUtf8(bytes, 'mnemonic'))
    .normalize('NFKD')
    .trim();
