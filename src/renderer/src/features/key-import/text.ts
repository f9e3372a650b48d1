import type { KeyImportKind, KeyImportSubject } from '#preload/contract/key-imports.ts';
import { KEY_FORMAT_NAMES } from '#protocol/key-format-names.ts';
import { EXPORT_TEXT } from '../export/text.ts';

type KeyForm = Extract<KeyImportSubject, { kind: 'privateKey' }>['form'];

/** The forms of private keys as operators call them. */
export const KEY_FORM_NAMES: Readonly<Record<KeyForm, string>> = {
  ...KEY_FORMAT_NAMES,
  SOLANA_KEYPAIR: 'Solana key file',
  KEYSTORE: 'Ethereum keystore',
};

/** What is imported, in a word. */
export const KIND_WORDS: Readonly<Record<KeyImportKind, string>> = {
  privateKey: 'private key',
  wallet: 'wallet',
};

/** "Private key", "Wallet (12 words)", "Wallet (24 words and a passphrase)". */
export function subjectTitle(subject: KeyImportSubject): string {
  if (subject.kind === 'privateKey') return 'Private key';
  return `Wallet (${subject.words} words${subject.hasPassphrase ? ' and a passphrase' : ''})`;
}

/** The sentences of importing a private key or wallet. */
export const KEY_IMPORT_TEXT = {
  title: 'Import',
  cancel: 'Cancel',
  source: {
    title: 'Source',
    typed: 'Enter manually',
    file: 'From a file',
    form: (kind: KeyImportKind): string => `Read a ${KIND_WORDS[kind]}`,
    submit: 'Show addresses',
    fields: {
      privateKey: {
        label: 'Private key',
        help: 'Hex, WIF, or a Solana or Sui key: the format is detected. The field empties when the key is read. The key is not shown again.',
        file: 'A text file with the key, a solana-keygen key file, an Ethereum keystore, or an age file saved by an export.',
      },
      wallet: {
        label: 'Recovery phrase',
        help: '12–24 words, separated by spaces. The field empties when the words are read. They are not shown again.',
        file: 'A text file with the recovery phrase, or an age file saved by an export.',
      },
    },
    path: 'File',
    pathExample: '/path/to/key',
    filePassphrase: 'File passphrase',
    ifEncrypted: 'if encrypted',
    wordsPassphrase: 'BIP-39 passphrase',
    ifAny: 'if any',
    wordsPassphraseHelp:
      'Sometimes called the 25th word. A different passphrase gives a different wallet, with other addresses.',
    typedNote:
      'The console holds the key, not this window. You see its addresses before anything is requested or sent.',
    fileNote:
      'The console reads the file itself: the key never passes through this window. You see its addresses before anything is sent.',
  },
  draft: {
    name: 'Name',
    nameMissing: (kind: KeyImportKind): string => `Enter a name for the ${KIND_WORDS[kind]}.`,
    nameHelp: 'Shown wherever it is used. Do not put a secret in the name.',
    known: 'The service already holds this key',
    knownEffect: 'Importing it again creates a second record of the same key.',
    note: (kind: KeyImportKind): string =>
      `Two approvals: an encryption key, then the encrypted ${KIND_WORDS[kind]}.`,
    discard: { privateKey: 'Discard key', wallet: 'Discard wallet' },
    submit: (kind: KeyImportKind): string => `Import ${KIND_WORDS[kind]}`,
  },
  key: {
    format: 'Detected as',
    publicKey: 'Public key',
    curve: 'Curve',
    curveHelp: 'Hex doesn’t include the curve. The wrong curve gives a different key.',
    addresses: 'Addresses',
    copyAddress: 'address',
    copyPublicKey: 'public key',
  },
  accounts: {
    title: 'Accounts',
    address: 'Address',
    format: 'Format',
    path: 'Path',
    actions: 'Actions',
    remove: (path: string): string => `Remove ${path}`,
    none: 'No accounts. The wallet is imported without them, and you can add accounts later.',
    add: 'Add account',
  },
  account: {
    title: 'Add an account',
    submit: 'Add account',
    format: 'Address format',
    path: 'Derivation path',
    pathHelp: 'The usual path for this format. Change it if the wallet derived its accounts elsewhere.',
  },
  progress: {
    title: (name: string): string => `Import of ${name}`,
    kind: 'Kind',
    done: 'Done',
    discard: 'Discard import',
    waysOn: {
      waiting: 'Refresh',
      unanswered: 'Send the same bytes again',
      sealed: 'Resume',
    },
    waiting: 'Waiting for approvals',
    showVotes: 'Show votes',
    keyInMemory:
      'The key exists only in memory until it can be sealed. It is lost when you lock or close the console.',
    sealedSent: 'The service has the sealed key. The key itself is wiped here.',
    unanswered: 'No answer: the request may or may not have taken effect',
    unansweredEffect: 'You can send the same bytes again without a second effect.',
    sealed: 'Sealed, not sent yet',
    sealedEffect: 'The key itself is wiped here. The sealed key needs its own approval.',
  },
  end: {
    notImported: 'The key was wiped from memory, and nothing was imported. Read it again to retry.',
    imported: 'Imported',
    importedEffect:
      'The service’s addresses and public keys match those shown before. The key is wiped from memory here.',
    checked: EXPORT_TEXT.proof.checked,
    checks: 'Import checks',
    leftover: 'The source file still contains the key',
    leftoverEffect: (path: string): string => `Delete ${path} after you have verified the import.`,
    targetFailed: 'The encryption key failed a check',
    targetFailedEffect:
      'Nothing was sealed or sent, and your key was wiped from memory. The last check failed.',
    mismatch: 'The imported key doesn’t match what was shown',
    mismatchEffect:
      'Send nothing to it and do not rely on it. Keep the activity ID, and report the mismatch.',
  },
} as const;
