import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, rename, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError } from '#protocol/error.ts';
import { copySecret } from '#protocol/secret-bytes.ts';
import { consoleError } from './errors.ts';

/**
 * Writes a file that only this user can read, and puts it in the place of the one at that path. What was there is neither
 * written to nor followed: not its mode, not a link, not whoever has it open.
 * @throws a system error; then what was there is unchanged
 */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path).slice(0, 100)}.${randomBytes(8).toString('hex')}`);
  await createPrivateFile(temporary, text);
  try {
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary);
    throw error;
  }
  await syncFolder(dirname(path));
}

/**
 * Writes a new file that only this user can read; it is on the disk when this resolves.
 * @throws a system error, `EEXIST` where the name is taken, by a link too
 */
export async function createPrivateFile(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } catch (error) {
    await file.close();
    await unlink(path);
    throw error;
  }
  await file.close();
}

/** Makes the new name outlast a power cut, where the system lets a folder be synced. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    // Windows has no such thing; the file itself is on the disk.
  }
}

/**
 * Refuses a path to another computer (UNC, `\\host\share`): to open one sends the user's login there.
 * @throws AppError `FILE_ON_NETWORK`
 */
export function requireLocalPath(path: string): void {
  // Windows takes either slash; `\??\` is its own way to any device.
  if (/^[\\/]{2}/.test(path) || path.startsWith('\\??')) throw consoleError('FILE_ON_NETWORK');
}

/**
 * Opens a plain file for reading: neither a link nor something that blocks, such as a pipe.
 * @throws AppError `FILE_UNREADABLE`, `FILE_ON_NETWORK`
 */
export async function openPlainFile(path: string): Promise<FileHandle> {
  requireLocalPath(path);
  try {
    // Where a system lacks a flag it is undefined, which adds 0.
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    if ((await file.stat()).isFile()) return file;
    await file.close();
    throw consoleError('FILE_UNREADABLE');
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw consoleError('FILE_UNREADABLE', { cause: error });
  }
}

/**
 * Reads a plain file whole; no more than `limit` bytes of it ever are in memory.
 * @param limit in bytes
 * @throws AppError `FILE_UNREADABLE`, `FILE_TOO_LARGE`
 */
export async function readUpTo(path: string, limit: number): Promise<Uint8Array> {
  const buffer = Buffer.alloc(limit + 1);
  try {
    const file = await openPlainFile(path);
    try {
      let length = 0;
      for (;;) {
        const { bytesRead } = await file.read(buffer, length, buffer.length - length, null);
        length += bytesRead;
        if (bytesRead === 0 || length === buffer.length) break;
      }
      if (length > limit) throw consoleError('FILE_TOO_LARGE', { name: basename(path), limit: limit / 1024 });
      return copySecret(buffer.subarray(0, length));
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw consoleError('FILE_UNREADABLE', { cause: error });
  } finally {
    buffer.fill(0);
  }
}
