import type { AppError } from '#protocol/error.ts';
import { keyImportError } from './errors.ts';

/** The file is encrypted, and no passphrase was given. */
export const passphraseMissing = (): AppError => keyImportError('PASSPHRASE_MISSING');

/** The passphrase does not open the file; whether the file is damaged instead cannot be told. */
export const passphraseWrong = (): AppError => keyImportError('PASSPHRASE_WRONG');
