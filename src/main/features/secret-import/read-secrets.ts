import { lstat, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fromUtf8 } from '#protocol/encoding.ts';
import { Secret } from '#protocol/secret.ts';
import { consoleError } from '../../platform/errors.ts';
import { readUpTo, requireLocalPath } from '../../platform/plain-files.ts';
import { type NamedSecret, SECRET_LIMIT, requireCount, secretsInvalid } from './named-secret.ts';
import { type SecretsForm, parseSecrets } from './parse-secrets.ts';

/** The longest file with several secrets in it, in bytes. */
const FILE_LIMIT = 4 * 1024 * 1024;

/**
 * Reads secrets from a path: a `.env`, `.json` or `.csv` file with several, any other file as one secret with the file's
 * name, a folder as one secret a file. The values go into Secrets and nowhere else.
 * @throws AppError `FILE_UNREADABLE`, `FILE_TOO_LARGE`, `SECRETS_INVALID`, `UTF8_INVALID`
 */
export async function readSecrets(path: string): Promise<NamedSecret[]> {
  const isFolder = await stat(path);
  if (isFolder) return readFolder(path);
  const form = formOf(basename(path));
  if (form === null) return [await readOne(path, basename(path))];
  const bytes = await readUpTo(path, FILE_LIMIT);
  try {
    return parseSecrets(form, fromUtf8(bytes, 'file'));
  } finally {
    bytes.fill(0);
  }
}

function formOf(name: string): SecretsForm | null {
  const lower = name.toLowerCase();
  if (lower === '.env' || lower.startsWith('.env.') || lower.endsWith('.env')) return 'env';
  if (lower.endsWith('.json')) return 'json';
  return lower.endsWith('.csv') ? 'csv' : null;
}

async function stat(path: string): Promise<boolean> {
  requireLocalPath(path);
  try {
    return (await lstat(path)).isDirectory();
  } catch (cause) {
    throw consoleError('FILE_UNREADABLE', { cause });
  }
}

async function readFolder(folder: string): Promise<NamedSecret[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const wrong = entries.find((entry) => !entry.isFile());
  // A link could lead to any file of this user, and it would be sent away under a harmless name.
  if (wrong !== undefined)
    throw secretsInvalid(
      `“${wrong.name}” in the folder is no plain file: it is a folder, a link or a device.`,
    );
  requireCount(entries.length);
  const names = entries.map((entry) => entry.name).sort();
  const secrets: NamedSecret[] = [];
  try {
    for (const name of names) secrets.push(await readOne(join(folder, name), name));
    return secrets;
  } catch (error) {
    for (const { value } of secrets) value.wipe();
    throw error;
  }
}

async function readOne(path: string, name: string): Promise<NamedSecret> {
  return { name, value: new Secret(await readUpTo(path, SECRET_LIMIT)) };
}
