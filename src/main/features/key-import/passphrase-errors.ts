import { AppError } from '../../../protocol/error.ts';

/** The file is encrypted, and no passphrase was given. */
export const passphraseMissing = (): AppError =>
  new AppError('PASSPHRASE_MISSING', 'The file is encrypted with a passphrase.', 'Give its passphrase.');

/** The passphrase does not open the file; whether the file is damaged instead cannot be told. */
export const passphraseWrong = (): AppError =>
  new AppError(
    'PASSPHRASE_WRONG',
    'The file does not open with this passphrase.',
    'Type it again; if it is right, the file is damaged.',
  );
