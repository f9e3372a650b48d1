import { defineErrors } from '#protocol/define-errors.ts';

/** Imports of secrets. */
export const secretImportError = defineErrors({
  SET_CHANGED: [
    'A stored request is {given}, not {expected}.',
    'Discard the import. Something on this computer changes the console’s files.',
  ],
  SECRETS_INVALID: ['{message}', 'Correct the file and read it again.'],
  TARGETS_INVALID: [
    'The service didn’t give a separate encryption key for each secret.',
    'Nothing was encrypted or sent. Start the import again.',
  ],
  IMPORT_NOT_READY: [
    '“{name}” can’t be imported: {problem}.',
    'Rename it, or remove it and import a corrected one.',
  ],
  IMPORT_STAGE: ['{message}', 'Discard the import and start another.'],
  TARGETS_REFUSED: ['The service gave no encryption keys.', 'Start the import again.'],
});
