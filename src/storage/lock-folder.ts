import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { storageError } from './storage-error.ts';

/** The driver closes a database that nothing refers to any more, and that would end its lock. */
const held = new Set<DatabaseSyncInstance>();

/**
 * Takes a data folder for this process alone. The lock is the operating system's, taken by SQLite on an empty file, so
 * it ends with the process however that ends, and works the same on every system.
 * @param folder made when it is missing, for its owner alone
 * @returns a function that gives the folder free
 * @throws StorageError `FOLDER_LOCKED` when another process holds it
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
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
