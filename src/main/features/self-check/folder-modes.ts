import { lstat, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** More entries than the console ever has in its folder; the rest is not looked at, and that is said. */
const MAX_ENTRIES = 20_000;
const OTHERS = 0o077;

/** Who else may get at what lies in a folder. */
export interface FolderFindings {
  /** Entries that others may read or write, and can reach: relative paths, the folder itself as `.`. */
  readonly open: readonly string[];
  /** Entries whose mode is open, in a closed folder: nobody can reach them as long as that stays closed. */
  readonly loose: readonly string[];
  /** Entries of another user. */
  readonly foreign: readonly string[];
  /** Links: what they lead to was not looked at. */
  readonly links: readonly string[];
  readonly looked: number;
  readonly isWhole: boolean;
}

/**
 * Walks a folder and compares owners and modes. It follows no link.
 * @param uid whose everything should be
 * @throws a system error for a folder that can't be read
 */
export async function walkFolder(folder: string, uid: number): Promise<FolderFindings> {
  const found = {
    open: [] as string[],
    loose: [] as string[],
    foreign: [] as string[],
    links: [] as string[],
  };
  let looked = 0;
  const queue = [{ path: folder, isReachable: true }];
  for (const { path, isReachable } of queue) {
    if (looked === MAX_ENTRIES) break;
    const status = await lstat(path).catch((error: unknown) => {
      // A log of the database may go while somebody looks.
      if (path === folder) throw error;
    });
    if (status === undefined) continue;
    looked += 1;
    const name = relative(folder, path) || '.';
    if (status.uid !== uid) found.foreign.push(name);
    if (status.isSymbolicLink()) {
      found.links.push(name);
      continue;
    }
    if ((status.mode & OTHERS) !== 0) (isReachable ? found.open : found.loose).push(name);
    if (!status.isDirectory()) continue;
    const enters = isReachable && (status.mode & 0o011) !== 0;
    for (const entry of await readdir(path)) queue.push({ path: join(path, entry), isReachable: enters });
  }
  return { ...found, looked, isWhole: queue.length <= MAX_ENTRIES };
}
