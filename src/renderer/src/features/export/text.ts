import type { ExportFormat, ExportTarget } from '#preload/contract/exports.ts';
import { KEY_FORMAT_NAMES } from '#protocol/key-format-names.ts';

/** What can be exported, by kind. */
export const EXPORT_KIND_NAMES: Readonly<Record<ExportTarget['kind'], string>> = {
  privateKey: 'Private key',
  wallet: 'Wallet',
  walletAccount: 'Wallet account',
  secrets: 'Secrets',
};

/** The forms that an exported secret can be shown and saved in. */
export const EXPORT_FORMAT_NAMES: Readonly<Record<ExportFormat, string>> = {
  ...KEY_FORMAT_NAMES,
  MNEMONIC: 'Recovery phrase',
  TEXT: 'Text',
};

/** The sentences of the export screen, its steps, cards and dialogs. */
export const EXPORT_TEXT = {
  back: 'Back',
  cancel: 'Cancel',
  refresh: 'Refresh',
  export: (name: string): string => `Export ${name}`,
  steps: ['Choose', 'Approve', 'Verify', 'Save or copy'],
  stepsLabel: 'Steps',
  choose: {
    title: 'What to export',
    kind: 'Kind',
    note: 'Sealed to a key that this console creates for this one export and keeps only in memory.',
    preview: 'Preview export',
    none: {
      privateKey: 'No private keys',
      wallet: 'No wallets',
      walletAccount: 'No wallet accounts',
      secrets: 'No secrets',
    },
  },
  approve: {
    title: 'Approve the export',
    note: 'Nothing is stamped yet.',
    submit: 'Review and approve',
  },
  end: {
    title: 'Export result',
    inMemory: 'The key that opens the answer exists only in memory',
    inMemoryEffect:
      'If you lock or close the console, the key is lost and you must request the export again. You may leave this screen.',
    notOpened: 'The bundle did not open',
    nothingKept: 'Nothing was kept. The last check failed.',
    wiped: 'Wiped',
    wipedEffect: 'Nothing from this export is left in memory. Export it again if you still need it.',
    another: 'Export something else',
  },
  waiting: {
    title: (name: string): string => `${name} is waiting for approvals`,
    effect:
      'The key that opens the answer exists only in memory. It is lost when you lock or close the console.',
  },
  checks: {
    label: 'Bundle checks',
    passed: 'passed',
    failed: 'failed',
  },
  secret: {
    title: (name: string): string => `Export of ${name}`,
    secret: 'Secret',
    format: 'Format',
    matches: 'match',
    differs: 'doesn’t match the service’s record',
    differsByFile: 'doesn’t match the address in the request',
    audit: 'Audit trail',
    trail: (activityId: string): string =>
      `Activity ${activityId}, and a line in the journal that records the export, not the key.`,
    saved: 'Saved',
    wipes: 'Wiped from memory when you leave this screen, lock the console, or in',
    savePlain: 'Save unencrypted…',
    saveEncrypted: 'Save encrypted…',
    done: 'Done and wipe',
  },
  proof: {
    mismatch: 'Exported key doesn’t match the service’s record',
    mismatchByFile: 'Exported key doesn’t match the address in the request',
    mismatchEffect: 'Do not rely on it. Keep the activity ID, and report the mismatch.',
    verified: 'Export verified',
    facts: 'Signed by the pinned quorum key · organization matches · opened with this export’s own key',
    addressMatches: ' · derived address matches the service’s record',
    addressAsked: ' · derived address matches the request',
    checked: 'Checks made on this computer',
  },
  view: {
    privateKey: 'Private key',
    recoveryPhrase: 'Recovery phrase',
    hidden: 'Hidden',
    show: 'Show',
    hide: 'Hide',
    copy: 'Copy, clear in 30 s',
    hidesIn: 'Hides in',
    clearsIn: 'Copied. The clipboard clears in',
    passphrase: (passphrase: string): string => `BIP-39 passphrase: ${passphrase}`,
  },
  saveEncrypted: {
    title: 'Save encrypted',
    file: 'File',
    ageFile: 'age file',
    keystore: 'Keystore v3',
    passphrase: 'Passphrase',
    passphraseHelp: (min: number): string =>
      `At least ${min} characters. If you lose it, the file can’t be recovered.`,
    tooShort: (min: number): string => `Enter at least ${min} characters.`,
    confirm: 'Confirm passphrase',
    mismatch: 'Passphrases don’t match.',
  },
  savePlain: {
    title: 'Save unencrypted',
    warning:
      'Any of your programs, any backup and anyone who gets the file can use what it contains. Save it encrypted unless another program accepts nothing else.',
  },
} as const;
