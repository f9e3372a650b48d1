import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { AddressFault, readPostgresAddress } from '#storage/postgres/address.ts';
import { startError } from './errors.ts';

/** The options that name a database of several processes. */
export const DATABASE_OPTIONS = {
  database: { type: 'string' },
  'database-password-file': { type: 'string' },
} as const;

/** A PostgreSQL in the place of the data folder's own database. */
export interface DatabaseArguments {
  /** Its address, without a password. */
  readonly database?: string;
  /** Where the password of its user stands; read for each new connection. */
  readonly databasePasswordFile?: string;
}

interface Given {
  readonly database?: string | undefined;
  readonly 'database-password-file'?: string | undefined;
  readonly 'storage-key-fd'?: string | undefined;
  readonly 'vault-url'?: string | undefined;
  readonly 'pkcs11-module'?: string | undefined;
  readonly 'known-generation'?: string | undefined;
  readonly 'accept-older-database'?: boolean | undefined;
}

/**
 * Reads which database the service works with.
 * @throws AppError `ARGUMENTS_INVALID` for an address that isn't one, has a password, or leads to another machine without TLS;
 *   and for options that mean nothing with such a database, or without one
 */
export function readDatabase(given: Given): DatabaseArguments {
  const { database, 'database-password-file': passwordFile } = given;
  if (database === undefined) {
    if (passwordFile !== undefined) throw startError('ARGUMENTS_INVALID.databaseMissing');
    return {};
  }
  // The keychain of one machine has no key for the others.
  const { 'storage-key-fd': fd, 'vault-url': engine, 'pkcs11-module': token } = given;
  if ([fd, engine, token].every((each) => each === undefined))
    throw startError('ARGUMENTS_INVALID.databaseKey');
  if (given['known-generation'] !== undefined || given['accept-older-database'] !== undefined)
    throw startError('ARGUMENTS_INVALID.databaseGeneration');
  checkAddress(database);
  return { database, ...(passwordFile !== undefined && { databasePasswordFile: passwordFile }) };
}

/** Nothing of the address is repeated: whoever mistypes one may have a password in it. */
function checkAddress(text: string): void {
  let password: string | undefined;
  try {
    ({ password } = readPostgresAddress(text));
  } catch (error) {
    if (!(error instanceof AddressFault)) throw error;
    throw startError('ARGUMENTS_INVALID.database', { why: error.message });
  }
  if (password !== undefined) throw startError('ARGUMENTS_INVALID.databasePassword');
}

const OPEN_TO_OTHERS = 0o077;
const MOST_BYTES = 4096;
const [LINE_FEED, CARRIAGE_RETURN] = [0x0a, 0x0d];

/**
 * Reads a password or a token: the first line of a file that nobody else can read.
 * @param option names the file, for errors
 * @throws AppError `ARGUMENTS_INVALID`
 */
export const readPasswordFile = (file: string, option = 'database-password-file'): string =>
  readSecretLine(file, option).toString();

/** The same as bytes, which whoever asked wipes. */
export function readSecretLine(file: string, option: string): Buffer {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch (cause) {
    throw startError('ARGUMENTS_INVALID.databasePasswordFile', { file, option, cause });
  }
  try {
    const found = fstatSync(descriptor);
    if (!found.isFile() || found.size === 0 || found.size > MOST_BYTES)
      throw startError('ARGUMENTS_INVALID.databasePasswordFile', { file, option });
    if (process.platform !== 'win32' && (found.mode & OPEN_TO_OTHERS) !== 0)
      throw startError('ARGUMENTS_INVALID.databasePasswordOpen', { file, option });
    const content = readFileSync(descriptor);
    const feed = content.indexOf(LINE_FEED);
    const end = feed === -1 ? content.length : feed;
    const hasReturn = feed > 0 && content[feed - 1] === CARRIAGE_RETURN;
    const line = Buffer.from(content.subarray(0, hasReturn ? end - 1 : end));
    content.fill(0);
    if (line.length === 0) throw startError('ARGUMENTS_INVALID.databasePasswordFile', { file, option });
    return line;
  } finally {
    closeSync(descriptor);
  }
}
