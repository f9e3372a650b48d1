import { wordlist as portuguese } from '@scure/bip39/wordlists/portuguese.js';
import type { MnemonicLanguage } from '../catalogue/wallets.ts';
import { toUtf8 } from '../encoding.ts';
import { AppError } from '../error.ts';
import { Secret } from '../secret.ts';
import { WORD_LISTS, checkMnemonic } from '../keys/derivation/mnemonic.ts';
import { recognisePrivateKey } from '../keys/recognise-key.ts';

/** What a text is that is no transaction. */
export type PastedText =
  /** Something that nobody may see; `what` names its kind and repeats nothing of it. */
  | { readonly kind: 'secret'; readonly what: string }
  /** Hex of bytes that no chain reads. */
  | { readonly kind: 'bytes'; readonly length: number }
  /** A text for people. */
  | { readonly kind: 'message' };

const WORD_COUNTS = [12, 15, 18, 21, 24];
/** Every list of BIP-39, in the form that it hashes; the API knows all but Portuguese. */
const LISTS = [...Object.values(WORD_LISTS), portuguese].map(
  (list) => new Set<string>(list.map((word) => word.normalize('NFKD'))),
);
const CHINESE = ['MNEMONIC_LANGUAGE_SIMPLIFIED_CHINESE', 'MNEMONIC_LANGUAGE_TRADITIONAL_CHINESE'] as const;
const PEM_KEY = /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/;
/** Told by their look, also where a letter is wrong: extended private keys (BIP-32, SLIP-132), WIF, Sui's, age's identities. */
const MARKED = [
  ['a private key', /^(?:[5KL9c][1-9A-HJ-NP-Za-km-z]{50,51}|suiprivkey1[a-z0-9]+)$/],
  ['an extended private key', /^[xtyzuvYZUV]prv[1-9A-HJ-NP-Za-km-z]{100,}$/],
  ['a key of age', /AGE-SECRET-KEY-1[A-Z0-9]{20,}/i],
] as const;
/** Words of these, as long as lines are broken, are a transaction or a key that lost something, not a message. */
const ENCODED = /^[^\s]{32,}(?:\s+[^\s]{32,})*(?:\s+[A-Za-z0-9+/=_-]+)?$/;

/**
 * Tells what a text is that was pasted where a transaction is wanted, and is none.
 * @returns null where it is nothing that is signed as it is: JSON, or long words that may be an encoding
 */
export function whatTextIs(text: string): PastedText | null {
  const given = text.trim();
  const what = secretIn(given);
  if (what !== null) return { kind: 'secret', what };
  const hex = given.replace(/\s+/g, '').replace(/^0x/i, '');
  if (/^(?:[0-9a-f]{2})+$/i.test(hex)) return { kind: 'bytes', length: hex.length / 2 };
  if (given === '' || /^(?:0x|[{[])/i.test(given) || ENCODED.test(given)) return null;
  return { kind: 'message' };
}

/** The kind of secret that a text is or holds; null for everything else, and for hex, which may be a digest as well. */
function secretIn(given: string): string | null {
  if (isPhrase(given.normalize('NFKD').toLowerCase())) return 'a recovery phrase';
  if (PEM_KEY.test(given)) return 'a private key';
  const marked = MARKED.find(([, look]) => look.test(given));
  if (marked !== undefined) return marked[0];
  return isPrivateKey(given) ? 'a private key' : null;
}

/** Words of one list, in a number that a phrase can have; also with a word wrong, so that the checksum isn't asked. */
function isPhrase(given: string): boolean {
  const words = given.split(/\s+/);
  if (WORD_COUNTS.includes(words.length)) return LISTS.some((list) => words.every((word) => list.has(word)));
  // Chinese is written without spaces as well. Its characters are those of messages too: there the checksum must hold.
  return (
    words.length === 1 && WORD_COUNTS.includes(Array.from(given).length) && CHINESE.some(isPhraseIn(given))
  );
}

const isPhraseIn =
  (given: string) =>
  (language: MnemonicLanguage): boolean => {
    const mnemonic = new Secret(toUtf8(Array.from(given).join(' ')));
    try {
      checkMnemonic(mnemonic, language);
      return true;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return false;
    } finally {
      mnemonic.wipe();
    }
  };

function isPrivateKey(given: string): boolean {
  try {
    const { form, privateKey } = recognisePrivateKey(given);
    privateKey.wipe();
    return form !== 'HEXADECIMAL';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return false;
  }
}
