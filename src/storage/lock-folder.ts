import { chmodSync, closeSync, lstatSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { storageError } from './storage-error.ts';

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
 * @returns a function that gives the folder free
 * @throws StorageError `FOLDER_LOCKED` when another process holds it
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  keepPrivate(folder);
  const file = join(folder, 'lock');
  closeSync(openSync(file, 'a', 0o600));
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    throw storageError('FOLDER_LOCKED', { folder, cause });
  }
  held.add(lock);
  return () => {
    held.delete(lock);
    lock.close();
  };
}
