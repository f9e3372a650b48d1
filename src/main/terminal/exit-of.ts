import { AppError } from '#protocol/error.ts';
import { StorageError } from '#storage/storage-error.ts';
import { ServiceRefusal } from '../service-client/service-refusal.ts';
import { KeychainError } from '../vault/keychain.ts';
import { EXIT, type ExitCode } from './command-table.ts';

const LAPSED = new Set(['OFFLINE_LAPSED', 'INVALID_TIME', 'REQUEST_TOO_OLD']);
const USAGE = new Set(['ARGUMENTS_WRONG', 'TERMINAL_MISSING', 'DESCRIPTOR_UNUSABLE']);
const UNVERIFIED =
  /^OFFLINE_(?:STAMP|ANSWER|PREVIEW_CHANGED|REQUEST_CHANGED|SERVICE_DIFFERS|BODY_REFUSED)|^SERVICE_ANSWER_MISMATCH$/;
const KEYCHAIN = /^(?:CONSOLE_LOCKED|VAULT|CREDENTIAL_KEY|KEYCHAIN|OFFLINE_KEY_GONE)/;

/** The exit code of what was thrown. @param code the error's own code */
export function exitOf(error: unknown, code: string): ExitCode {
  if (LAPSED.has(code)) return EXIT.lapsed;
  if (USAGE.has(code)) return EXIT.usage;
  if (code === 'FOLDER_LOCKED') return EXIT.inUse;
  if (UNVERIFIED.test(code)) return EXIT.verification;
  if (error instanceof ServiceRefusal || code.startsWith('SERVICE_')) return EXIT.service;
  if (error instanceof KeychainError || KEYCHAIN.test(code)) return EXIT.keychain;
  // The database is a file in the data folder. If it can't be used, that isn't a bug in the program.
  return error instanceof AppError || error instanceof StorageError ? EXIT.input : EXIT.internal;
}

/** The gravest last: what doesn't hold together may be somebody's work, and hides behind no refusal. */
const GRAVITY: readonly ExitCode[] = [
  EXIT.done,
  EXIT.refused,
  EXIT.usage,
  EXIT.lapsed,
  EXIT.input,
  EXIT.service,
  EXIT.inUse,
  EXIT.keychain,
  EXIT.internal,
  EXIT.verification,
];

/** The exit code of several files: the graver one of two. */
export const graverOf = (one: ExitCode, other: ExitCode): ExitCode =>
  GRAVITY.indexOf(other) > GRAVITY.indexOf(one) ? other : one;
