import { basename } from 'node:path';
import type { AppError } from '#protocol/error.ts';
import {
  OFFLINE_LIMITS,
  type OfflineFile,
  digestOfFile,
  fileStemOf,
  readAnyOfflineFile,
  readOfflineFile,
  writeOfflineFile,
  writeTwin,
} from '#protocol/offline/offline-files.ts';
import { toHex } from '#protocol/encoding.ts';
import { consoleError } from '../platform/errors.ts';
import { readUpTo } from '../platform/plain-files.ts';
import { writePrivateFile } from '../platform/private-files.ts';

/** A twin has more characters than its file has bytes. */
const LONGER = 3;

/** Reads a file of any kind, once: what is shown and what is used are the same bytes. @throws AppError */
export const readAny = async (path: string): Promise<OfflineFile> =>
  readAnyOfflineFile(await readUpTo(path, LONGER * OFFLINE_LIMITS['keyops-answer']));

/** Reads a file of one kind, once. @throws AppError */
export const readFileOf = async <const F extends OfflineFile['format']>(
  format: F,
  path: string,
): Promise<Extract<OfflineFile, { format: F }>> => {
  const bytes = await readUpTo(path, LONGER * OFFLINE_LIMITS[format]);
  return readOfflineFile(format, bytes) as unknown as Extract<OfflineFile, { format: F }>;
};

/**
 * Writes a file whole or not at all: in the place of the one that stands there.
 * @param body the request's body, which names the file where no name is given
 * @returns its path and digest
 * @throws AppError `FILE_UNWRITABLE`
 */
export async function writeFileOf(
  file: OfflineFile,
  body: Uint8Array,
  { out, twin }: { readonly out?: string | undefined; readonly twin?: boolean | undefined },
): Promise<{ readonly file: string; readonly digest: string }> {
  const path = out ?? `${fileStemOf(body)}.${file.format}${twin === true ? '.json' : ''}`;
  try {
    await writePrivateFile(path, twin === true ? writeTwin(file) : writeOfflineFile(file));
  } catch (cause) {
    if (isOurs(cause)) throw cause;
    throw consoleError('FILE_UNWRITABLE', { name: basename(path), cause });
  }
  return { file: path, digest: toHex(digestOfFile(file)) };
}

const isOurs = (error: unknown): error is AppError =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('OFFLINE_');
