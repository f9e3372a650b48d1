import { defineErrors } from '#protocol/define-errors.ts';

/** Imports of secrets. */
export const secretImportError = defineErrors({
  SET_CHANGED: [
    'A stored request is {given}, not {expected}.',
    'Discard the import. Something on this machine changes the console’s files.',
  ],
  SECRETS_INVALID: ['{message}', 'Correct it and read it again.'],
  TARGETS_INVALID: [
    'The service did not give one key of its own for each secret.',
    'Nothing was sealed or sent. Start the import again.',
  ],
  IMPORT_NOT_READY: [
    '“{name}” cannot be imported: {problem}.',
    'Rename it, or remove it and import it corrected.',
  ],
  IMPORT_STAGE: ['{message}', 'Clear the import and start another.'],
  TARGETS_REFUSED: ['The service gave no keys to seal to.', 'Start the import again.'],
});
