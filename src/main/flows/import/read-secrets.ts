import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fromUtf8 } from '../../../protocol/encoding.ts';
import { ProtocolError } from '../../../protocol/error.ts';
import { Secret } from '../../../protocol/secret.ts';
import { operationError } from '../../console-error.ts';
import { requireCount, SECRET_LIMIT, secretsInvalid } from './named-secret.ts';
import type { NamedSecret } from './named-secret.ts';
import { parseSecrets } from './parse-secrets.ts';
import type { SecretsForm } from './parse-secrets.ts';

/** The longest file with several secrets in it, in bytes. */
const FILE_LIMIT = 4 * 1024 * 1024;

/**
 * Reads secrets from a path: a `.env`, `.json` or `.csv` file with several, any other file as one secret with the file's
 * name, a folder as one secret a file. The values go into Secrets and nowhere else.
 * @throws ProtocolError `FILE_UNREADABLE`, `SECRETS_INVALID`, `UTF8_INVALID`
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
  try {
    return (await lstat(path)).isDirectory();
  } catch (cause) {
    throw operationError('FILE_UNREADABLE', cause);
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
  const bytes = await readUpTo(path, SECRET_LIMIT);
  if (bytes.length === 0) throw secretsInvalid(`The file “${name}” is empty.`);
  return { name, value: new Secret(bytes) };
}

/** Reads a plain file whole; no more than `limit` bytes of it ever are in memory. */
async function readUpTo(path: string, limit: number): Promise<Uint8Array> {
  const buffer = Buffer.alloc(limit + 1);
  try {
    // Neither a link nor something that blocks, such as a pipe; where a system lacks a flag it is undefined, which adds 0.
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      if (!(await file.stat()).isFile()) throw operationError('FILE_UNREADABLE');
      let length = 0;
      for (;;) {
        const { bytesRead } = await file.read(buffer, length, buffer.length - length, null);
        length += bytesRead;
        if (bytesRead === 0 || length === buffer.length) break;
      }
      if (length > limit)
        throw secretsInvalid(
          `“${basename(path)}” is larger than ${limit / 1024} KiB, the most that is read.`,
        );
      return Uint8Array.from(buffer.subarray(0, length));
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    throw operationError('FILE_UNREADABLE', error);
  } finally {
    buffer.fill(0);
  }
}
