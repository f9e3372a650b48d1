import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { ProtocolError } from '../../protocol/error.ts';
import { operationError } from '../console-error.ts';

/**
 * Reads a plain file whole; no more than `limit` bytes of it ever are in memory, and what was read over is wiped.
 * @throws ProtocolError `FILE_UNREADABLE`, also for a link, a folder or a device; `FILE_TOO_LARGE`
 */
export async function readPlainFile(path: string, limit: number): Promise<Uint8Array> {
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
      if (length > limit) throw tooLarge(path, limit);
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

const tooLarge = (path: string, limit: number): ProtocolError =>
  new ProtocolError(
    'FILE_TOO_LARGE',
    `“${basename(path)}” is larger than ${limit / 1024} KiB, the most that is read.`,
    'Choose another file.',
  );
