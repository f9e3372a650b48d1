import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { AppError } from '#protocol/error.ts';
import { consoleError } from './errors.ts';

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
