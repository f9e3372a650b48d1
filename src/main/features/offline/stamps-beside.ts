import { lstat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError } from '#protocol/error.ts';
import { consoleError } from '../../platform/errors.ts';
import { writePrivateFile } from '../../platform/private-files.ts';
import { offlineError } from './errors.ts';

/** The folder that a request was read from: that very one, whatever lies at its path later. */
export interface FolderOfFile {
  readonly folder: string;
  readonly device: bigint;
  readonly inode: bigint;
}

/** The folder of a file that is about to be read; undefined where it cannot be told. */
export async function folderOfFile(path: string): Promise<FolderOfFile | undefined> {
  const folder = dirname(path);
  try {
    const found = await lstat(folder, { bigint: true });
    return found.isDirectory() ? { folder, device: found.dev, inode: found.ino } : undefined;
  } catch {
    return undefined;
  }
}

/** @throws AppError `OFFLINE_FOLDER` where another folder, or a link, is in its place */
async function requireSame({ folder, device, inode }: FolderOfFile): Promise<void> {
  const now = await lstat(folder, { bigint: true }).catch(() => undefined);
  if (now?.isDirectory() !== true || now.dev !== device || now.ino !== inode)
    throw offlineError('OFFLINE_FOLDER.swapped');
}

/**
 * Writes a file into the folder that a request came from. A file of that name is replaced whole; a link is replaced, not followed.
 * @returns its path
 * @throws AppError `OFFLINE_FOLDER`, `FILE_UNWRITABLE`
 */
export async function saveInto(place: FolderOfFile, name: string, bytes: Uint8Array): Promise<string> {
  await requireSame(place);
  const path = join(place.folder, basename(name));
  try {
    await writePrivateFile(path, bytes);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw consoleError('FILE_UNWRITABLE', { name: basename(name), cause });
  }
  // What was swapped while it was written got a stamp that is good for nothing but its own body; the operator hears of it.
  await requireSame(place);
  return path;
}
