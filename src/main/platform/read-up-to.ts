import { basename } from 'node:path';
import { AppError } from '#protocol/error.ts';
import { copySecret } from '#protocol/secret-bytes.ts';
import { consoleError } from './errors.ts';
import { openPlainFile } from './open-plain-file.ts';

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
