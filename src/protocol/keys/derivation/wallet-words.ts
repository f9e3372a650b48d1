import type { MnemonicLanguage } from '../../catalogue/wallets.ts';
import { fromUtf8 } from '../../encoding.ts';
import { keyError } from '../../key-errors.ts';
import { Secret, copySecret } from '../../secret.ts';
import {
  checkMnemonic,
  closestLanguage,
  entropyOf,
  isMnemonicLength,
  languagesOf,
  mnemonicOf,
  seedOf,
} from './mnemonic.ts';
import { joinParts, normalized, tidied, wordsIn } from './phrase-bytes.ts';

/**
 * What makes a wallet, as it is imported, kept and exported: UTF-8 of the words, then, where there is one, a line end and
 * the passphrase (PROTOCOL.md, sections 3.3 and 10).
 */
interface WalletWords {
  readonly mnemonic: Secret;
  readonly passphrase: Secret | undefined;
}

/**
 * Checks the words of a wallet, in any language of BIP-39, and that its passphrase is text.
 * @throws AppError `MNEMONIC_INVALID`, `UTF8_INVALID`; the message never repeats a word
 */
export function checkWalletWords(text: Secret): void {
  const { mnemonic, passphrase } = splitWords(text);
  try {
    languageOf(mnemonic);
    passphrase?.use((bytes) => fromUtf8(bytes, 'passphrase'));
  } finally {
    mnemonic.wipe();
    passphrase?.wipe();
  }
}

/**
 * Brings the words of a wallet, as people type them and programs save them, into the form above: any space between
 * words, any case, a second line with the passphrase. Words on lines of their own are words, too.
 * @param text UTF-8; left as it is
 * @param passphrase UTF-8, where it is given apart from the words; left as it is
 * @throws AppError `UTF8_INVALID`, `PASSPHRASE_TWICE` when the text has a passphrase as well
 */
export function readWalletWords(text: Secret, passphrase?: Secret): Secret {
  return text.use((bytes) => {
    const lines = linesOf(bytes);
    const [first = new Uint8Array(), second] = lines;
    const hasPassphrase = lines.length === 2 && second !== undefined && endsHere(first, second);
    const given = passphrase?.use((own) => copySecret(own));
    if (hasPassphrase && given !== undefined) {
      given.fill(0);
      throw keyError('PASSPHRASE_TWICE');
    }
    const words = tidied(hasPassphrase ? first : bytes);
    const phrase = given ?? (hasPassphrase ? copySecret(second) : undefined);
    return new Secret(phrase === undefined ? words : joinParts([words, phrase], Uint8Array.of(LINE_END)));
  });
}

/** The lines of a text without those at its end that have nothing in them: parts of it, not copies. */
function linesOf(text: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let from = 0; from <= text.length;) {
    const found = text.indexOf(LINE_END, from);
    const end = found === -1 ? text.length : found;
    const returns = found !== -1 && text[end - 1] === CARRIAGE_RETURN && end > from;
    lines.push(text.subarray(from, returns ? end - 1 : end));
    from = end + 1;
  }
  while (lines.length > 0 && wordsIn(lines.at(-1) ?? new Uint8Array()).length === 0) lines.pop();
  return lines;
}

/** Whether the words end with the first of two lines, so that the second is a passphrase and not the rest of them. */
function endsHere(first: Uint8Array, second: Uint8Array): boolean {
  const [before, after] = [wordsIn(first).length, wordsIn(second).length];
  if (!isMnemonicLength(before) || before === after) return false;
  if (!isMnemonicLength(before + after)) return true;
  const both = joinParts([copySecret(first), copySecret(second)], Uint8Array.of(LINE_END));
  const whole = new Secret(tidied(both));
  both.fill(0);
  try {
    checkWalletWords(whole);
    return false;
  } catch {
    return true;
  } finally {
    whole.wipe();
  }
}

/** How many words it has, and whether a passphrase belongs to them. */
export function walletWordsSize(text: Secret): { readonly words: number; readonly hasPassphrase: boolean } {
  const { mnemonic, passphrase } = splitWords(text);
  const words = mnemonic.use((bytes) => wordsIn(bytes).length);
  const hasPassphrase = passphrase !== undefined;
  mnemonic.wipe();
  passphrase?.wipe();
  return { words, hasPassphrase };
}

/** The seed that all accounts of the wallet come from: 64 bytes. */
export function walletSeed(text: Secret): Secret {
  const { mnemonic, passphrase } = splitWords(text);
  try {
    return seedOf(mnemonic, passphrase);
  } finally {
    mnemonic.wipe();
    passphrase?.wipe();
  }
}

/** The same entropy in the words of another language (docs/decisions/041: those words make another seed). */
export function translateWords(text: Secret, language: MnemonicLanguage): Secret {
  const { mnemonic, passphrase } = splitWords(text);
  try {
    const entropy = entropyOf(mnemonic, languageOf(mnemonic));
    const translated = mnemonicOf(entropy, language);
    entropy.wipe();
    if (passphrase === undefined) return translated;
    const whole = joinParts([copyOf(translated), copyOf(passphrase)], Uint8Array.of(LINE_END));
    translated.wipe();
    return new Secret(whole);
  } finally {
    mnemonic.wipe();
    passphrase?.wipe();
  }
}

const LINE_END = 0x0a;
const CARRIAGE_RETURN = 0x0d;

const copyOf = (secret: Secret): Uint8Array => secret.use(copySecret);

function splitWords(text: Secret): WalletWords {
  return text.use((bytes) => {
    const end = bytes.indexOf(LINE_END);
    const mnemonic = end === -1 ? bytes : bytes.subarray(0, end);
    const passphrase = end === -1 ? undefined : copySecret(bytes.subarray(end + 1));
    return {
      mnemonic: new Secret(normalized(mnemonic)),
      passphrase: passphrase === undefined || passphrase.length === 0 ? undefined : new Secret(passphrase),
    };
  });
}

/** The language that the checksum holds in; where no list has all the words, the closest one says which are wrong. */
function languageOf(mnemonic: Secret): MnemonicLanguage {
  const possible = languagesOf(mnemonic);
  const [first = closestLanguage(mnemonic)] = possible;
  const holds = possible.find((language) => {
    try {
      checkMnemonic(mnemonic, language);
      return true;
    } catch {
      // Two lists can share all the words; the check below says what is wrong when none of them holds.
      return false;
    }
  });
  if (holds !== undefined) return holds;
  checkMnemonic(mnemonic, first);
  return first;
}
