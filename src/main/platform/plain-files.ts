import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { AppError } from '#protocol/error.ts';
import { copySecret } from '#protocol/secret.ts';
import { consoleError } from './errors.ts';

/**
 * Refuses a path to another computer (UNC, `\\host\share`): to open one sends the user's login there.
 * @throws AppError `FILE_ON_NETWORK`
 */
export function requireLocalPath(path: string): void {
  // Windows takes either slash; `\??\` is its own way to any device.
  if (/^[\\/]{2}/.test(path) || path.startsWith('\\??')) throw consoleError('FILE_ON_NETWORK');
}

/** Flags that open a file for reading, neither through a link nor waiting for a pipe. Where a system lacks one it is undefined, which adds 0. */
export const READ_PLAIN = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Opens a plain file for reading: neither a link nor something that blocks, such as a pipe.
 * @throws AppError `FILE_UNREADABLE`, `FILE_ON_NETWORK`
 */
export async function openPlainFile(path: string): Promise<FileHandle> {
  requireLocalPath(path);
  try {
    const file = await open(path, READ_PLAIN);
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
