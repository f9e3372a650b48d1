import { chmodSync, lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { makeFile, makeFolder } from './make-folder.ts';
import { StorageError, diskFault, storageError } from './storage-error.ts';

/** The driver closes a database that nothing refers to any more, and that would end its lock. */
const held = new Set<DatabaseSyncInstance>();

/** What everybody but the owner may do. */
const OTHERS = 0o077;

/**
 * Takes from everybody but the owner what they may do with a file or folder of this user's. What is another user's is left:
 * the console's self-check tells of it.
 */
export function keepPrivate(path: string): void {
  if (process.platform === 'win32') return;
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || (found.mode & OTHERS) === 0 || found.uid !== process.getuid?.()) return;
  // A link's own mode means nothing, and what it leads to is not followed.
  if (found.isFile() || found.isDirectory()) chmodSync(path, found.mode & 0o700);
}

/**
 * Takes a data folder for this process alone. The lock is the operating system's, taken by SQLite on an empty file, so
 * it ends with the process however that ends, and works the same on every system.
 * @param folder made when it is missing, for its owner alone; one that is there becomes its owner's alone
 * @param take locks the open file
 * @returns a function that gives the folder free
 * @throws StorageError `FOLDER_LOCKED` when another process holds it; `FOLDER_LOCK_FAILED`, or that of the disk, when it can't be taken
 */
export function lockFolder(
  folder: string,
  take = (lock: DatabaseSyncInstance): void => lock.exec('BEGIN EXCLUSIVE'),
): () => void {
  makeFolder(folder);
  keepPrivate(folder);
  const file = join(folder, 'lock');
  makeFile(file);
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    take(lock);
  } catch (cause) {
    lock.close();
    throw notTaken(cause, { folder, file });
  }
  held.add(lock);
  return () => {
    held.delete(lock);
    lock.close();
  };
}

/** A folder's lock, after whose file is looked. */
interface KeptLock {
  /** @throws StorageError `FOLDER_LOST` once another process has the folder; what `lockFolder` throws where its file can't be made again */
  readonly requireHeld: () => void;
  /** Gives free what was locked again. */
  readonly release: () => void;
}

/**
 * Keeps a folder that this process has locked, also where the lock's file is removed or replaced: the lock goes with the file, so
 * the one that is there now is locked as well, unless another process was faster.
 */
export function keepLocked(folder: string): KeptLock {
  const file = join(folder, 'lock');
  const identity = (): string => {
    const found = statSync(file, { bigint: true, throwIfNoEntry: false });
    return `${found?.dev}/${found?.ino}`;
  };
  const again: (() => void)[] = [];
  let own = identity();
  let isLost = false;
  return {
    requireHeld: () => {
      if (!isLost && identity() === own) return;
      try {
        if (!isLost) again.push(lockFolder(folder));
        own = identity();
      } catch (error) {
        if (!(error instanceof StorageError) || error.code !== 'FOLDER_LOCKED') throw error;
        isLost = true;
      }
      // For good: what the other one has done meanwhile isn't known here.
      if (isLost) throw storageError('FOLDER_LOST', { folder });
    },
    release: () => {
      for (const release of again) release();
    },
  };
}

/** SQLite's primary result codes for what another connection holds; sqlite.org/rescode.html. */
const HELD = new Set([5, 6]);
/** The lock's own file is none that SQLite knows: the database beside it may be sound. */
const NO_LOCK = new Set([11, 26]);

function notTaken(
  cause: unknown,
  { folder, file }: { readonly folder: string; readonly file: string },
): unknown {
  // The extended code's low byte is the primary one.
  const code = cause instanceof Error && 'errcode' in cause ? Number(cause.errcode) & 0xff : undefined;
  if (code !== undefined && HELD.has(code)) return storageError('FOLDER_LOCKED', { folder, cause });
  const told = code !== undefined && NO_LOCK.has(code) ? cause : diskFault(cause, file);
  if (told !== cause) return told;
  const why = cause instanceof Error ? cause.message : 'unknown reason';
  return storageError('FOLDER_LOCK_FAILED', { file, why, cause });
}
