import { toUtf8 } from '#protocol/encoding.ts';
import type { AppError } from '#protocol/error.ts';
import { Secret } from '#protocol/secret.ts';
import { secretImportError } from './errors.ts';

/** A secret that is to be imported; its value is the bytes of the text, or of the file. */
export interface NamedSecret {
  readonly name: string;
  readonly value: Secret;
}

/** The longest value, in bytes: sealed and as hex it fits twice into what the service takes. */
export const SECRET_LIMIT = 64 * 1024;
/** The most secrets of one import. */
export const SECRETS_LIMIT = 1_000;

/** Why a name will not do, or null. The service keeps names as they are; other programs read them in tables and shells. */
export function nameProblem(name: string): string | null {
  if (name.trim() === '') return 'It has no name';
  if (name.length > 255) return 'The name is longer than 255 characters';
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(name))
    return 'The name holds characters that cannot be seen';
  const [, sign] = /^\s*([=+\-@])/.exec(name) ?? [];
  if (sign !== undefined) return `The name begins with “${sign}”, which a spreadsheet would run`;
  return null;
}

/** Why a value of so many bytes will not do, or null. */
export function lengthProblem(bytes: number): string | null {
  if (bytes === 0) return 'The value is empty';
  return bytes > SECRET_LIMIT ? `The value has ${bytes} bytes; ${SECRET_LIMIT} are the most` : null;
}

/**
 * Takes texts over as secrets. A value that is empty or too long comes along: its row says so, and the others are not lost.
 * @throws AppError `SECRETS_INVALID` for none, or too many
 */
export function toSecrets(entries: readonly (readonly [name: string, value: string])[]): NamedSecret[] {
  requireCount(entries.length);
  return entries.map(([name, value]) => ({ name, value: new Secret(toUtf8(value)) }));
}

/** @throws AppError `SECRETS_INVALID` for none, or too many */
export function requireCount(count: number): void {
  if (count === 0) throw secretsInvalid('There is no secret in it.');
  if (count > SECRETS_LIMIT)
    throw secretsInvalid(`There are ${count} secrets in it; ${SECRETS_LIMIT} are the most at once.`);
}

/** What was read is no list of secrets; `message` never holds a value. */
export const secretsInvalid = (message: string): AppError =>
  secretImportError('SECRETS_INVALID', { message });
