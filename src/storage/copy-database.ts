import {
  chmodSync,
  closeSync,
  cpSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance, backup } from '@photostructure/sqlite';
import { readColumn } from './statements.ts';
import { diskFault, storageError } from './storage-error.ts';

/** How many copies of a database are kept beside it. */
const KEPT_COPIES = 2;
const COPY = /\.schema-(\d+)-before-\d+$/;
const PAGES_AT_ONCE = 1000;

/** From how many migrations to how many a database is about to be brought. */
interface SchemaChange {
  readonly from: number;
  readonly to: number;
}

/**
 * Copies an open database page by page, before its schema changes, into a file beside it:
 * `<name>.schema-<from>-before-<to>`, readable by its owner alone and checked. The two newest copies are kept. A copy that
 * was begun and not finished is removed by the next.
 * @throws StorageError `MIGRATION_COPY_FAILED`, after what was written of the copy was removed
 */
export async function copyBeforeMigration(
  connection: DatabaseSyncInstance,
  file: string,
  { from, to }: SchemaChange,
): Promise<void> {
  const copy = `${file}.schema-${from}-before-${to}`;
  const unfinished = `${file}.copy-unfinished`;
  try {
    await copyInto(connection, unfinished, PAGES_AT_ONCE);
    renameSync(unfinished, copy);
  } catch (cause) {
    // What is no file there was not written by this: the first failure says more than that it stays.
    if (isPlainFile(unfinished)) removeWithLogs(unfinished);
    const why = cause instanceof Error ? cause.message : 'unknown reason';
    throw storageError('MIGRATION_COPY_FAILED', { file: copy, why, cause });
  }
  if (process.platform !== 'win32') syncToDisk(dirname(file));
  // No copy of this program is of a later schema than the one that was just made, and each is a plain file: what somebody put
  // there under such a name counts for nothing, and is left.
  const own = copiesOf(file).filter((each) => schemaOf(each) <= from && isPlainFile(each));
  for (const old of own.slice(KEPT_COPIES)) rmSync(old, { force: true });
}

/** All pages in one step: what another process writes meanwhile would have it begin again, step by step. */
const ALL_PAGES = 2 ** 31 - 1;
const BUSY_MS = 5000;

/** What file systems without hard links answer: FAT, exFAT, network shares; EISDIR is Windows' word for it. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EISDIR']);

/**
 * Copies a database, which others may be writing, into a new file: as it is at one moment, one whole file,
 * readable by its owner alone, checked, and on the disk when this resolves.
 * @param link gives a file one more name, which is free
 * @throws what the file system or SQLite throws, after what was written of the copy was removed
 */
export async function copyWhole(file: string, to: string, link = linkSync): Promise<void> {
  const unfinished = `${to}.unfinished`;
  const connection = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS });
  try {
    await copyInto(connection, unfinished, ALL_PAGES);
    // A link takes no name that was taken meanwhile; a rename would.
    try {
      link(unfinished, to);
    } catch (cause) {
      if (!(cause instanceof Error && 'code' in cause && NO_LINKS.has(String(cause.code)))) throw cause;
      moveToFree(unfinished, to);
    }
  } finally {
    connection.close();
    if (isPlainFile(unfinished)) removeWithLogs(unfinished);
  }
  if (process.platform !== 'win32') syncToDisk(dirname(to));
}

/**
 * Copies a database that no program has open into a new file, readable by its owner alone: the file as it is, or one whole file
 * of it and of the log beside it, which a program that was killed leaves. Nothing is written to the original.
 * @throws StorageError `DATABASE_DAMAGED` where a log can't be taken in; what the file system throws
 */
export function copyWithLog(from: string, to: string): void {
  const log = lstatSync(`${from}-wal`, { throwIfNoEntry: false });
  const endings = log?.isFile() === true && log.size > 0 ? ['', '-wal'] : [''];
  for (const ending of endings) {
    cpSync(from + ending, to + ending);
    // One that nobody may write to is as good; SQLite writes to its copy.
    chmodSync(to + ending, 0o600);
  }
  if (endings.length === 1) return;
  const copy = new DatabaseSync(to);
  try {
    copy.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch (cause) {
    throw diskFault(cause, to);
  } finally {
    copy.close();
  }
}

/** Takes a name with an empty file, and puts the whole one there: a kill in between leaves the empty one, which is no backup. */
function moveToFree(from: string, to: string): void {
  closeSync(openSync(to, 'wx', 0o600));
  try {
    renameSync(from, to);
  } catch (cause) {
    rmSync(to, { force: true });
    throw cause;
  }
}

async function copyInto(connection: DatabaseSyncInstance, unfinished: string, rate: number): Promise<void> {
  removeWithLogs(unfinished);
  closeSync(openSync(unfinished, 'wx', 0o600));
  await backup(connection, unfinished, { rate });
  checkCopy(unfinished);
  syncToDisk(unfinished);
}

const schemaOf = (name: string): number => Number(COPY.exec(name)?.[1]);

const isPlainFile = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** The copies of a database that were made before its schema changed, the newest schema first, as paths. */
export function copiesOf(file: string): readonly string[] {
  return readdirSync(dirname(file))
    .filter((name) => name.startsWith(`${basename(file)}.`) && COPY.test(name))
    .sort((one, other) => schemaOf(other) - schemaOf(one))
    .map((name) => join(dirname(file), name));
}

/** Makes one whole file of a copy, without a log beside it, and reads it through. @throws when a page of it is damaged */
function checkCopy(file: string): void {
  const copy = new DatabaseSync(file);
  try {
    copy.exec('PRAGMA journal_mode = DELETE');
    const [found] = readColumn(copy, 'SELECT quick_check FROM pragma_quick_check');
    if (found !== 'ok') throw new Error(`the database is damaged: ${String(found)}`);
  } finally {
    copy.close();
  }
}

function removeWithLogs(file: string): void {
  for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(file + ending, { force: true });
}

/** Has what a file or a folder holds on the disk when it returns. */
export function syncToDisk(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
