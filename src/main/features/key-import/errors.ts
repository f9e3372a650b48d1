import { defineErrors } from '#protocol/define-errors.ts';
import type { AppError } from '#protocol/error.ts';

/** Imports of keys and wallets. */
export const keyImportError = defineErrors({
  KEY_IMPORT_ENDED: [
    'The request ended without a key.',
    'Check the activities, then start the import again.',
  ],
  KEY_CHOICE_INVALID: ['{message}', 'Choose again.'],
  AGE_FILE_INVALID: ['The age file can’t be opened: {why}.', 'Choose another file.'],
  KEYSTORE_INVALID: {
    file: ['The keystore can’t be opened: {why}.', 'Choose a complete version 3 keystore file.'],
    address: [
      'The keystore names the address 0x{address}, but its key has a different address.',
      'Don’t import it: someone may have replaced the key in the file.',
    ],
  },
  PASSPHRASE_MISSING: ['The file is encrypted with a passphrase.', 'Enter its passphrase.'],
  PASSPHRASE_WRONG: ['Wrong passphrase.', 'Try again. If the passphrase is right, the file is damaged.'],
  KEY_IMPORT_STAGE: ['The import isn’t at that step.', 'Finish the import, or discard it and start another.'],
  KEY_IMPORT_WIPED: [
    'The key was wiped while its request was being sent. Nothing was encrypted.',
    'Start the import again.',
  ],
  KEY_IMPORT_UNVERIFIED: [
    'The answer failed a check and wasn’t used.',
    'Check the activity, then start the import again.',
  ],
  IMPORT_PROFILE_CHANGED: [
    'You switched profiles during the import.',
    'Switch back to the profile where it started, and resume.',
  ],
});

/** The file is encrypted, and no passphrase was given. */
export const passphraseMissing = (): AppError => keyImportError('PASSPHRASE_MISSING');

/** The passphrase does not open the file; whether the file is damaged instead cannot be told. */
export const passphraseWrong = (): AppError => keyImportError('PASSPHRASE_WRONG');
