import { type Stats, lstatSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix, win32 } from 'node:path';
import process from 'node:process';
import { consoleError } from '../errors.ts';

/** Who took a console offline. */
export interface OfflineChoice {
  /** `switch`: this start alone; `setting`: Settings, for this data folder; `administrator`: a file, for the computer. */
  readonly by: 'switch' | 'setting' | 'administrator';
  /** The administrator's file; null for the others. */
  readonly file: string | null;
}

/** The switch that takes one start offline. */
export const OFFLINE_SWITCH = '--offline';

/** The file by which an administrator takes every console of a computer offline: what is in it doesn't matter. */
export const offlineFileOf = (platform: NodeJS.Platform): string => {
  if (platform === 'darwin') return '/Library/Application Support/KeyOps Console/offline';
  // No variable of the environment leads there: whoever starts the program sets those.
  if (platform === 'win32') return 'C:\\Program Files\\KeyOps Console Policy\\offline';
  return '/etc/keyops-console/offline';
};

/** The name of the file in a data folder that Settings writes; no database is open when it is looked for. */
export const OFFLINE_MARK = 'offline';

/** What `lstat` says of a path. @throws as `lstat` does */
type Look = (path: string) => Pick<Stats, 'uid' | 'mode' | 'isSymbolicLink' | 'isDirectory' | 'isFile'>;

/**
 * Whether this start is an offline one; null where nobody asked for that. Must be known before anything connects.
 * @throws AppError `OFFLINE_FILE_REFUSED` where the administrator's file is there and others could have written it
 */
export function readOfflineChoice(
  { args, dataFolder }: { readonly args: readonly string[]; readonly dataFolder: string },
  platform: NodeJS.Platform = process.platform,
  look: Look = lstatSync,
): OfflineChoice | null {
  const file = offlineFileOf(platform);
  if (isFixed(file, platform, look)) return { by: 'administrator', file };
  if (isThere(join(dataFolder, OFFLINE_MARK), look)) return { by: 'setting', file: null };
  if (args.includes(OFFLINE_SWITCH)) return { by: 'switch', file: null };
  return null;
}

/** Writes or removes the mark of Settings; it holds from the next start on. */
export function setOfflineMark(dataFolder: string, isOffline: boolean): void {
  const path = join(dataFolder, OFFLINE_MARK);
  if (isOffline) writeFileSync(path, 'This console starts offline.\n', { mode: 0o600 });
  else rmSync(path, { force: true });
}

/** Whether Settings wrote its mark. */
export const hasOfflineMark = (dataFolder: string): boolean =>
  isThere(join(dataFolder, OFFLINE_MARK), lstatSync);

const isThere = (path: string, look: Look): boolean => statOf(path, look) !== undefined;

/** What is at a path; undefined where nothing is. @throws AppError where that cannot be known */
function statOf(path: string, look: Look): ReturnType<Look> | undefined {
  try {
    return look(path);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw consoleError('OFFLINE_FILE_REFUSED', { path, why: 'it can’t be looked at', cause });
  }
}

/** Whether the administrator's file is there. @throws AppError where it is, and any part of its path is not root's alone */
function isFixed(file: string, platform: NodeJS.Platform, look: Look): boolean {
  let wrong: { readonly path: string; readonly why: string } | undefined;
  for (const path of partsOf(file, platform)) {
    const stat = statOf(path, look);
    if (stat === undefined) return false;
    const why = faultOf(stat, path === file, platform);
    if (why !== undefined) wrong ??= { path, why };
  }
  if (wrong !== undefined) throw consoleError('OFFLINE_FILE_REFUSED', wrong);
  return true;
}

/** `/`, `/etc`, `/etc/keyops-console`, `/etc/keyops-console/offline`: each may be a link, which looking at the last one follows. */
function partsOf(file: string, platform: NodeJS.Platform): string[] {
  const paths = platform === 'win32' ? win32 : posix;
  const parts = [file];
  for (let at = file; paths.dirname(at) !== at; at = paths.dirname(at)) parts.unshift(paths.dirname(at));
  return parts;
}

function faultOf(stat: ReturnType<Look>, isLast: boolean, platform: NodeJS.Platform): string | undefined {
  if (stat.isSymbolicLink()) return 'it is a link';
  if (isLast ? !stat.isFile() : !stat.isDirectory()) return isLast ? 'it isn’t a file' : 'it isn’t a folder';
  // Windows gives no owner and no mode here: the folder is one that only administrators can write.
  if (platform === 'win32') return undefined;
  if (stat.uid !== 0) return 'it doesn’t belong to root';
  return (stat.mode & 0o022) === 0 ? undefined : 'others than root can write it';
}
