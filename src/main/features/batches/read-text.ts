import { TextDecoder } from 'node:util';
import { openPlainFile } from '../../platform/plain-files.ts';
import { batchInvalid } from './batch-entry.ts';

/** The largest file, in bytes. */
export const FILE_LIMIT = 64 * 1024 * 1024;
const CHUNK = 64 * 1024;

/**
 * The text of a plain file, piece by piece; a byte order mark is left out.
 * @throws AppError `FILE_UNREADABLE`, `BATCH_INVALID` when it is too large or no UTF-8
 */
export async function* readText(path: string): AsyncGenerator<string, void, undefined> {
  const file = await openPlainFile(path);
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const buffer = new Uint8Array(CHUNK);
    for (let total = 0; ;) {
      const { bytesRead } = await file.read(buffer, 0, CHUNK, null);
      total += bytesRead;
      if (total > FILE_LIMIT)
        throw batchInvalid(`The file is larger than ${FILE_LIMIT >> 20} MiB, the most that is read.`);
      const text = decode(decoder, buffer.subarray(0, bytesRead), bytesRead > 0);
      if (text !== '') yield text;
      if (bytesRead === 0) return;
    }
  } finally {
    await file.close();
  }
}

function decode(decoder: TextDecoder, bytes: Uint8Array, stream: boolean): string {
  try {
    return decoder.decode(bytes, { stream });
  } catch (cause) {
    throw batchInvalid('The file is no UTF-8 text.', cause);
  }
}
