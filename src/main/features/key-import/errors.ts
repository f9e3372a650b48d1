import { defineErrors } from '#protocol/define-errors.ts';
import type { AppError } from '#protocol/error.ts';

/** Imports of keys and wallets. */
export const keyImportError = defineErrors({
  KEY_IMPORT_ENDED: [
    'The request came to its end without a key.',
    'Look at the activities, and start the import again.',
  ],
  KEY_CHOICE_INVALID: ['{message}', 'Choose again.'],
  AGE_FILE_INVALID: ['The age file cannot be opened: {why}.', 'Give another file.'],
  KEYSTORE_INVALID: {
    file: [
      'The keystore cannot be opened: {why}.',
      'Give a keystore of version 3 that another program wrote, whole.',
    ],
    address: [
      'The keystore names the address 0x{address}, and the key in it has another one.',
      'Do not import it: somebody may have exchanged what is in the file.',
    ],
  },
  PASSPHRASE_MISSING: ['The file is encrypted with a passphrase.', 'Give its passphrase.'],
  PASSPHRASE_WRONG: [
    'The file does not open with this passphrase.',
    'Type it again; if it is right, the file is damaged.',
  ],
  KEY_IMPORT_STAGE: ['The import is not at that step.', 'Finish it, or clear it and start another.'],
  KEY_IMPORT_WIPED: [
    'The key was wiped while its request was on its way; nothing was sealed.',
    'Start the import again.',
  ],
  KEY_IMPORT_UNVERIFIED: [
    'The answer failed a check; it was not used.',
    'Look at the activity, and start the import again.',
  ],
  IMPORT_PROFILE_CHANGED: [
    'Another profile was selected while the import was under way.',
    'Select the profile that it began in, and go on.',
  ],
});

/** The file is encrypted, and no passphrase was given. */
export const passphraseMissing = (): AppError => keyImportError('PASSPHRASE_MISSING');

/** The passphrase does not open the file; whether the file is damaged instead cannot be told. */
export const passphraseWrong = (): AppError => keyImportError('PASSPHRASE_WRONG');
