import type { MnemonicLanguage } from '../catalogue/wallet-fields.ts';
import { fromUtf8, toUtf8 } from '../encoding.ts';
import { Secret } from '../secret.ts';
import { checkMnemonic, entropyOf, languagesOf, mnemonicOf, seedOf } from './derivation/mnemonic.ts';

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
 * @throws ProtocolError `MNEMONIC_INVALID`, `UTF8_INVALID`; the message never repeats a word
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
    return translated.use((words) =>
      passphrase.use((phrase) => new Secret(Uint8Array.from([...words, LINE_END, ...phrase]))),
    );
  } finally {
    mnemonic.wipe();
    passphrase?.wipe();
  }
}

const LINE_END = 0x0a;

function splitWords(text: Secret): WalletWords {
  return text.use((bytes) => {
    const end = bytes.indexOf(LINE_END);
    const mnemonic = end === -1 ? bytes : bytes.subarray(0, end);
    const passphrase = end === -1 ? undefined : bytes.slice(end + 1);
    return {
      mnemonic: new Secret(toUtf8(fromUtf8(mnemonic, 'mnemonic').trim())),
      passphrase: passphrase === undefined || passphrase.length === 0 ? undefined : new Secret(passphrase),
    };
  });
}

/** The language that the checksum holds in; where no list has all the words, English says which is missing. */
function languageOf(mnemonic: Secret): MnemonicLanguage {
  const possible = languagesOf(mnemonic);
  const [first = 'MNEMONIC_LANGUAGE_ENGLISH'] = possible;
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
