import type { SecretImport, SecretRow } from '#preload/contract/secrets.ts';
import { timeLeft } from '../../format/time.ts';

/** "1 secret", "6 secrets". */
export const countSecrets = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'secret' : 'secrets'}`;

/** How a secret stands, in a word or two. */
export function rowState({ state, problem }: SecretRow): string {
  switch (state) {
    case 'ready':
      return 'Ready';
    case 'refused':
      return problem;
    case 'sealed':
      return 'Sealed';
    case 'imported':
      return 'Imported';
    case 'waiting':
      return 'Waiting for approvals';
    case 'failed':
      return problem === '' ? 'Failed' : problem;
  }
}

/** How far an import is: "3 of 6 imported · about 2 s left". */
export function importProgress({ rows, set }: SecretImport): string {
  const imported = rows.filter(({ state }) => state === 'imported').length;
  const left = set?.state === 'running' ? timeLeft(set.msLeft) : '';
  return [`${imported} of ${rows.length} imported`, left].filter(Boolean).join(' · ');
}

/** The sentences of importing secrets. */
export const SECRET_IMPORT_TEXT = {
  cancel: 'Cancel',
  whatToImport: 'What to import',
  tabs: { secrets: 'Secrets', key: 'Private key', wallet: 'Wallet' },
  secrets: 'Secrets',
  source: {
    title: 'Source',
    file: 'From a file',
    typed: 'Enter manually',
    fileForm: 'Read secrets from a file',
    readFile: 'Preview names',
    path: 'File or folder',
    pathExample: '/path/to/payments.env',
    pathHelp:
      'A .env, .json or .csv file (columns name, value) with several secrets, or a folder with one secret per file. Any other file is one secret.',
    fileNote: 'The console reads the file itself: the values never pass through this window.',
    typedForm: 'Enter a secret',
    add: 'Add secret',
    name: 'Name',
    value: 'Value',
    valueHelp:
      'The field empties when you add the secret. The value is not shown again. Use a file for multi-line values.',
  },
  gathered: {
    sealedNote:
      'Each value is sealed to a key of the service’s enclave, which was checked against the pinned one. Only names and lengths are shown here.',
    heldNote: 'The console holds the values, not this window. Only names and lengths are shown here.',
    add: 'Add secrets',
    addProperty: 'Add property to all',
    imported: 'Imported',
    someFailed: 'Some secrets were not imported',
    someFailedEffect:
      'The service imported the others. Start another import for these: their sealed values cannot be used again.',
    leftover: (count: number): string =>
      count === 1 ? 'The source file still contains the values' : 'The source files still contain the values',
    leftoverEffect: (paths: readonly string[]): string =>
      `Delete ${paths.join(', ')} after you have verified the import.`,
  },
  table: {
    name: 'Name',
    length: 'Length',
    properties: 'Static properties (permanent, visible to policies)',
    status: 'Status',
    actions: 'Actions',
    edit: (name: string): string => `Edit ${name}`,
    remove: (name: string): string => `Remove ${name}`,
  },
  edit: {
    form: 'Edit secret',
    submit: 'Save changes',
    name: 'Name',
    properties: 'Static properties',
    property: (number: number): string => `Property ${number}`,
    value: (number: number): string => `Value ${number}`,
    remove: (number: number): string => `Remove property ${number}`,
    add: 'Add property',
    permanent:
      'Properties are permanent: nobody can change or remove them later. Policies see them; do not put a secret in one.',
  },
  property: {
    title: 'Add property to all',
    submit: 'Add property',
    key: 'Property',
    keyExample: 'team',
    value: 'Value',
    valueExample: 'payments',
  },
  footer: {
    refused: (count: number, ready: number): string => {
      const why = count === 1 ? 'see why in its row' : 'see why in their rows';
      return ready === 0
        ? `${countSecrets(count)} can’t be imported: ${why}. Rename or remove ${count === 1 ? 'it' : 'them'}.`
        : `${countSecrets(count)} can’t be imported and will be left out: ${why}.`;
    },
    leftOut: (count: number): string =>
      `${countSecrets(count)} ${count === 1 ? 'was' : 'were'} left out. Add ${count === 1 ? 'it' : 'them'} again to import ${count === 1 ? 'it' : 'them'}.`,
    approvals: 'Two approvals: encryption keys, then the encrypted secrets.',
    clear: 'Clear secrets',
    submit: (count: number): string => `Import ${countSecrets(count)}`,
    submitPart: (ready: number, all: number): string => `Import ${ready} of ${countSecrets(all)}`,
    running: 'The import continues while you use other screens.',
    pause: 'Pause',
    rest: 'The rest is kept sealed.',
    discard: 'Discard import',
    resume: 'Resume',
    waiting: 'Waiting for other approvers.',
    refresh: 'Refresh',
    sealing: 'Sealing…',
    done: 'Done',
  },
} as const;
