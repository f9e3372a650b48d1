import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { OfflineFormat } from '#protocol/offline/offline-files.ts';
import { consoleError } from '../../platform/errors.ts';
import { requireLocalPath } from '../../platform/plain-files.ts';
import { offlineError } from './errors.ts';

/** In the order in which they are read: a stamp needs its request. */
const FORMATS = ['keyops-request', 'keyops-stamp', 'keyops-answer'] as const satisfies OfflineFormat[];
/** The most files of a kind that are read out of a folder. */
const MOST = 200;
/** A JSON twin has more characters than its file has bytes. */
export const LONGER = 3;

/** The kind of a file, by its name. */
export const offlineFormatOf = (path: string): OfflineFormat | undefined =>
  FORMATS.find((format) => path.endsWith(`.${format}`) || path.endsWith(`.${format}.json`));

/** A file, or every file of a round in a folder. @throws AppError `FILE_UNREADABLE`, `OFFLINE_FOLDER` */
export async function filesAt(path: string): Promise<readonly string[]> {
  requireLocalPath(path);
  let names: string[];
  try {
    if (!(await lstat(path)).isDirectory()) return [path];
    names = await readdir(path);
  } catch (cause) {
    throw consoleError('FILE_UNREADABLE', { cause });
  }
  const found = FORMATS.map((format) => names.filter((name) => offlineFormatOf(name) === format).sort());
  if (found.every(({ length }) => length === 0)) throw offlineError('OFFLINE_FOLDER.empty');
  if (found.some(({ length }) => length > MOST)) throw offlineError('OFFLINE_FOLDER.full', { most: MOST });
  return found.flat().map((name) => join(path, name));
}

/** Whether a folder lies at a path; a link to one is none. @throws AppError `FILE_ON_NETWORK` */
export async function isFolder(path: string): Promise<boolean> {
  requireLocalPath(path);
  return (await lstat(path).catch(() => undefined))?.isDirectory() === true;
}
