import { closeSync, existsSync, lstatSync, openSync, readSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyWhole, copyWithLog, syncToDisk } from '#storage/copy-database.ts';
import { requirePast, wasDatabase } from '#storage/database-marker.ts';
import { lockFolder } from '#storage/lock-folder.ts';
import { finishReplacement, replaceDatabase, replacedOf } from '#storage/replace-database.ts';
import { checkFile } from '#storage/quick-check.ts';
import { collectStatements } from '#storage/statements.ts';
import { StorageError, diskFault, fileFault } from '#storage/storage-error.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { RowSeal } from '../storage/row-seal.ts';
import { SealedRows } from '../storage/sealed-rows.ts';
import { type Store, openStore, storeFile } from '../storage/store.ts';
import { type DatabaseFacts, digestOfBackup, readDatabaseFacts } from './backup-facts.ts';
import { type GivenKeys, beginGeneration, checkedKeys } from './check-database.ts';
import { startError } from './errors.ts';
import { inWorkingFolder, removeLeftFolders } from './working-folder.ts';

/** What is known of a backup once it was looked through. */
export interface VerifiedBackup extends DatabaseFacts {
  /** SHA-256 of its file, as hex; of the whole file that it and its log make, where a log lies beside it. */
  readonly sha256: string;
}

/**
 * Copies the service's database into one file, readable by its owner alone, while the service works: as it is at one moment,
 * with everything that was acknowledged before. Keys in it are encrypted as they are in the database.
 * @param data the service's data folder
 * @param to a file that is not there yet
 * @throws StorageError where the database is missing or damaged; AppError `BACKUP_FILE_EXISTS`, `COPY_NO_ROOM`
 */
export async function makeBackup(data: string, to: string): Promise<{ readonly bytes: number }> {
  if (lstatSync(to, { throwIfNoEntry: false }) !== undefined) throw startError('BACKUP_FILE_EXISTS', { to });
  const file = storeFile(data);
  // It would be made where it is missing.
  if (!existsSync(file)) throw startError('BACKUP_NO_DATABASE', { file });
  requirePast(file, false);
  await copyWhole(file, to).catch((cause: unknown) => {
    throw copyFault(cause, to);
  });
  return { bytes: lstatSync(to).size };
}

/** What is done with a backup that was looked through, before the copy of it is removed. */
interface WithVerified {
  /** The digest that it has to have, as hex: that of the file which was looked at before. */
  readonly sha256?: string | undefined;
  /** Reads the open copy, with the keys of its secrets. */
  readonly use?: (store: Store, keyRing: KeyRing) => Promise<void>;
  /** Takes the closed copy over. */
  readonly keep?: (file: string) => Promise<void>;
}

/**
 * Looks a backup through on a copy of it: its pages, whether the storage key is its own, and every row that decides.
 * @param folder where the copy is made
 * @throws AppError `BACKUP_INVALID`, `BACKUP_DAMAGED`, `BACKUP_OTHER`, `COPY_NO_ROOM`, `STORAGE_KEY_WRONG`; StorageError `DATABASE_CHANGED`
 */
export async function verifyBackup(
  from: string,
  keys: GivenKeys,
  folder: string = tmpdir(),
  withVerified: WithVerified = {},
): Promise<VerifiedBackup> {
  if (!isDatabase(from)) throw startError('BACKUP_INVALID', { from });
  try {
    return await lookThrough(from, keys, folder, withVerified);
  } catch (cause) {
    // The remedy for a damaged database is to restore a backup, and this is one.
    const isDamage = cause instanceof StorageError && cause.code === 'DATABASE_DAMAGED';
    throw isDamage ? startError('BACKUP_DAMAGED', { from, cause }) : copyFault(cause, folder);
  }
}

/** Why a copy wasn't made. The full disk is the one for the copy, which may not be the database's. */
function copyFault(cause: unknown, place: string): unknown {
  const told = fileFault(diskFault(cause));
  const isFull = told instanceof StorageError && told.code === 'DISK_FULL';
  return isFull ? startError('COPY_NO_ROOM', { place, cause }) : cause;
}

/** What every SQLite database begins with; sqlite.org/fileformat.html, section 1.2. */
const MAGIC = Buffer.from('SQLite format 3\0');

function isDatabase(path: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(MAGIC.length);
    return readSync(file, start) === MAGIC.length && start.equals(MAGIC);
  } finally {
    closeSync(file);
  }
}

async function lookThrough(
  from: string,
  keys: GivenKeys,
  folder: string,
  { sha256: wanted, use, keep }: WithVerified,
): Promise<VerifiedBackup> {
  // Each is a copy of everything.
  removeLeftFolders(folder);
  return await inWorkingFolder(folder, async (own) => {
    const file = storeFile(own);
    // What was replaced after a kill has its newest rows in the log beside it alone.
    copyWithLog(from, file);
    // Of the copy, which nobody else exchanges meanwhile.
    const sha256 = await digestOfBackup(file);
    if (wanted !== undefined && sha256 !== wanted) throw startError('BACKUP_OTHER', { from });
    checkFile(file);
    const seal = new RowSeal();
    const store = await openStore(own, seal);
    let found: VerifiedBackup;
    try {
      const { keyRing, rowsSealed, isNew } = await checkedKeys(store, keys);
      try {
        // One whose rows were never sealed says nothing of who wrote them.
        if (isNew || !rowsSealed) throw startError('BACKUP_INVALID', { from });
        seal.unlock(keyRing.database);
        await SealedRows.open(store, seal, true);
        const facts = await readDatabaseFacts(store, keyRing);
        if (facts === undefined) throw startError('BACKUP_INVALID', { from });
        found = { ...facts, sha256 };
        await use?.(store, keyRing);
      } finally {
        keyRing.wipe();
      }
    } finally {
      await store.destroy();
      // What is open can't be renamed or removed on Windows.
      await collectStatements();
    }
    syncToDisk(file);
    await keep?.(file);
    return found;
  });
}

/**
 * Puts a backup into a data folder that has no database, after it was verified: all of it, or nothing.
 * @param beforeKept called once it was verified; what it throws keeps the folder without a database
 * @throws AppError `RESTORE_FOLDER_USED`; those of `verifyBackup`; StorageError `FOLDER_LOCKED` while a service uses it
 */
export async function restoreBackup(
  data: string,
  from: string,
  keys: GivenKeys,
  beforeKept: () => Promise<void> = () => Promise.resolve(),
): Promise<VerifiedBackup> {
  const unlock = lockFolder(data);
  try {
    const file = storeFile(data);
    // Also one whose restore was killed and is to be finished.
    if (wasDatabase(file)) throw startError('RESTORE_FOLDER_USED', { data });
    const found = await verifyBackup(from, keys, data, {
      keep: async (checked) => {
        await beforeKept();
        renameSync(checked, file);
      },
    });
    if (process.platform !== 'win32') syncToDisk(data);
    return found;
  } finally {
    unlock();
  }
}

/**
 * Puts a backup in the place of the database in a data folder, after it was verified: a kill at any moment leaves the one before
 * or the backup. What was replaced stays beside it. Its state counts as the newest one, so that the next start takes it.
 * @param expected the digest of the file that was looked at, and the newest state that is known of the folder's database
 * @throws AppError those of `verifyBackup`; StorageError `FOLDER_LOCKED` while a service uses the folder
 */
export async function restoreOver(
  data: string,
  from: string,
  keys: GivenKeys,
  expected: { readonly sha256?: string | undefined; readonly known: number },
): Promise<VerifiedBackup & { readonly replaced: string | null }> {
  const unlock = lockFolder(data);
  try {
    const file = storeFile(data);
    finishReplacement(file);
    const found = await verifyBackup(from, keys, data, {
      sha256: expected.sha256,
      use: async (store) => {
        await beginGeneration(store, false, { known: expected.known, acceptOlder: true });
      },
      keep: (checked) => {
        replaceDatabase(file, checked);
        return Promise.resolve();
      },
    });
    return { ...found, replaced: existsSync(replacedOf(file)) ? replacedOf(file) : null };
  } finally {
    unlock();
  }
}

/** The database of a data folder, beside a backup that could take its place. */
interface Comparison {
  readonly backup: VerifiedBackup;
  /** Null where there is none; why it can't be read, where it is damaged or was changed. */
  readonly present: VerifiedBackup | { readonly problem: string } | null;
}

/**
 * Looks a backup through, and the database that it would replace, which a service may be working with.
 * @throws AppError and StorageError those of `verifyBackup`, for the backup
 */
export async function compareBackup(data: string, from: string, keys: GivenKeys): Promise<Comparison> {
  const backup = await verifyBackup(from, keys, data);
  if (!wasDatabase(storeFile(data))) return { backup, present: null };
  return await inWorkingFolder(data, async (own): Promise<Comparison> => {
    try {
      const copy = join(own, 'present.sqlite');
      await makeBackup(data, copy);
      return { backup, present: await lookThrough(copy, keys, data, {}) };
    } catch (error) {
      const told = diskFault(error);
      return { backup, present: { problem: told instanceof Error ? told.message : 'unknown reason' } };
    }
  });
}
