import type { KeyImportKind, KeyImportSubject } from '../../../../preload/contract/key-imports.ts';
import { KEY_FORMAT_NAMES } from '../../../../protocol/key-format-names.ts';

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

/** "Private key", "Wallet of 12 words", "Wallet of 24 words and a passphrase". */
export function subjectTitle(subject: KeyImportSubject): string {
  if (subject.kind === 'privateKey') return 'Private key';
  return `Wallet of ${subject.words} words${subject.hasPassphrase ? ' and a passphrase' : ''}`;
}
