import {
  type BigIntStats,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { syncToDisk } from './copy-database.ts';
import { isFirstLog, isSuccessor, logNumberOf, noteOf, readNote } from './log-number.ts';
import { storageError } from './storage-error.ts';

/** What stands beside a database about it: a file of its own, so that it outlives what happens to the database. */
interface Marker {
  /** When the database was made, as an ISO time; undefined where that can't be read. */
  readonly created: string | undefined;
  /** How many migrations it had when it was opened last. */
  readonly schema: number;
  /** Whether its log may hold what the file does not: from its opening until its log was emptied into the file. */
  readonly open: boolean;
  /** The number of that log; undefined where none was noted. */
  readonly log?: string | undefined;
}

/** In the place of the day on which a database was made. */
const UNKNOWN_TIME = 'at a time that is not known';
/** A file of another size is none of ours. */
const LARGEST_MARKER = 4096;
const markerOf = (file: string): string => `${file}.made`;

/** Where SQLite keeps what a database's file doesn't have yet, until a program ends by itself. */
export const logOf = (file: string): string => `${file}-wal`;

/** Whether there is something that tells of a database which was opened there. */
export const isMarked = (file: string): boolean => existsSync(markerOf(file));

/** Whether something lies in a file, or what lies there is none. */
function isFilled(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && (found.size > 0 || !found.isFile());
}

/** Where a database lies that was checked, and is to take this one's place (replace-database.ts). */
export const replacementOf = (file: string): string => `${file}.restored`;

/**
 * Whether a database lies there, or what stands beside one: then what it was sealed with is not to be made anew. A log that was
 * left behind counts too: SQLite would write it into any database that comes in its place.
 */
export const wasDatabase = (file: string): boolean =>
  [file, markerOf(file), replacementOf(file)].some((path) => existsSync(path)) || isFilled(logOf(file));

/** Whether a database is known to be whole without its log. */
const isWhole = (past: Marker | undefined): boolean => past?.created !== undefined && !past.open;

/** The marker beside a database; undefined where there is none. One that cannot be read still says that there was one. */
function readMarker(file: string): Marker | undefined {
  const marker = markerOf(file);
  const found = statSync(marker, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  const unknown = { created: undefined, schema: 0, open: false };
  if (!found.isFile() || found.size > LARGEST_MARKER) return unknown;
  try {
    const read = JSON.parse(readFileSync(marker, 'utf8')) as Partial<Record<keyof Marker, unknown>>;
    const { created, schema, open } = read;
    const log = readNote(read.log);
    if (typeof created !== 'string' || typeof schema !== 'number' || typeof open !== 'boolean')
      return unknown;
    return Number.isNaN(Date.parse(created)) ? unknown : { created, schema, open, log };
  } catch {
    return unknown;
  }
}

/** Replaces the marker in one step that is on the disk when it returns: a power cut leaves the old one or the new one. */
function writeMarker(file: string, marker: Marker): void {
  const begun = `${markerOf(file)}.begun`;
  rmSync(begun, { force: true });
  const handle = openSync(begun, 'wx', 0o600);
  try {
    const log = marker.log === undefined ? undefined : noteOf(marker.log);
    writeSync(handle, `${JSON.stringify({ ...marker, log })}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(begun, markerOf(file));
  // Windows opens no folders; its file system keeps the order of a rename by itself.
  if (process.platform !== 'win32') syncToDisk(dirname(file));
}

/**
 * Notes another number of the log in the place of the one before, without a flush: a kill keeps what was written, and after a power
 * cut the one before will do, as a log can only be begun anew. A flush for each 250 pages slowed every batch.
 * @returns whether the marker was there, with the number before
 */
function noteLog(file: string, before: string, now: string): boolean {
  const marker = markerOf(file);
  const isThere = statSync(marker, { throwIfNoEntry: false })?.isFile() === true;
  const at = isThere ? readFileSync(marker, 'utf8').indexOf(noteOf(before)) : -1;
  if (at < 0) return false;
  const handle = openSync(marker, 'r+');
  try {
    writeSync(handle, noteOf(now), at);
  } finally {
    closeSync(handle);
  }
  return true;
}

/** Notes of a database that is about to be replaced that the one after it needs no log. */
export function noteWhole(file: string): void {
  const past = readMarker(file);
  if (past !== undefined) writeMarker(file, { ...past, open: false, log: undefined });
}

/** What is known of a database's past, while it is open. */
export interface KnownPast {
  /**
   * To be asked once the file is open.
   * @param applied how many migrations it has
   * @throws StorageError `DATABASE_MISSING` for an empty one where there was one with rows
   */
  readonly requireTables: (applied: number) => void;
  /** Notes that the log may hold more than the file from now on. */
  readonly opened: (schema: number) => void;
  /** Notes the log's number where SQLite has begun it anew; to be called after a commit, which it never fails. */
  readonly committed: () => void;
  /** Notes that the file is whole without its log. */
  readonly emptied: () => void;
}

/**
 * Holds what lies in a data folder against what lay there, before a database is opened: a file that is gone would be made
 * anew without a word, a log that is gone takes along what was said to be kept, one that is left alone would be lost unread, and
 * one beside a file that was closed since, or that was put in the place of the newest one, would be written over what is newer.
 * @param file the database's path
 * @param acceptsOlder whether the operator said that they put an older database there
 * @throws StorageError `DATABASE_MISSING`, `DATABASE_LOG_MISSING`, `DATABASE_LOG_FOREIGN`, `DATABASE_LOG_OTHER`; nothing was changed then
 */
export function requirePast(file: string, acceptsOlder: boolean): KnownPast {
  const past = readMarker(file);
  const log = logOf(file);
  const left = [...(past === undefined ? [] : [markerOf(file)]), ...(isFilled(log) ? [log] : [])];
  const made = past?.created === undefined ? UNKNOWN_TIME : `on ${past.created}`;
  const missing = () => storageError('DATABASE_MISSING', { file, made, left: left.join(' and ') });
  // SQLite removes the log of an empty database unread.
  if (!isFilled(file) && left.length > 0) throw missing();
  if (past?.open === true && !acceptsOlder && !existsSync(log))
    throw storageError('DATABASE_LOG_MISSING', { file });
  // Read before and after: who only copies the database comes while a service may open or close it.
  if (isWhole(past) && isFilled(log) && isWhole(readMarker(file)))
    throw storageError('DATABASE_LOG_FOREIGN', { file });
  let noted = logNumberOf(log);
  const isOther = (marker: Marker | undefined): boolean =>
    marker?.open === true &&
    marker.log !== undefined &&
    noted !== undefined &&
    !isSuccessor(noted, marker.log);
  if (!acceptsOlder && isOther(past) && isOther(readMarker(file)))
    throw storageError('DATABASE_LOG_OTHER', { file });
  const created = past?.created ?? new Date().toISOString();
  let schema = past?.schema ?? 0;
  return {
    requireTables: (applied) => {
      if (past !== undefined && applied === 0) throw missing();
    },
    opened: (now) => {
      schema = now;
      // Its number may be another from the next commit on, which notes it.
      if (isFirstLog(log)) noted = undefined;
      writeMarker(file, { created, schema, open: true, log: noted });
    },
    committed: () => {
      const now = logNumberOf(log);
      if (now === undefined || now === noted) return;
      try {
        if (noted === undefined || !noteLog(file, noted, now))
          writeMarker(file, { created, schema, open: true, log: now });
        noted = now;
      } catch {
        // What was committed is kept; the next commit tries again.
      }
    },
    emptied: () => {
      // SQLite cuts a log off without flushing that: a power cut could bring back what the marker says is gone.
      if (process.platform !== 'win32' && existsSync(log)) syncToDisk(log);
      writeMarker(file, { created, schema, open: false });
    },
  };
}

/**
 * Watches that the paths of a database and of its log still lead to the files that were opened: what is written to a file that
 * was removed or replaced is lost with the process.
 * @returns a function that throws StorageError `DATABASE_MOVED`, `DATABASE_LOG_MOVED` once they do not
 */
export function watchFile(file: string): () => void {
  const log = logOf(file);
  const opened = statSync(file, { bigint: true });
  // SQLite makes it when it first reads, and then keeps it until the last one closes the database.
  let openedLog = identityOf(log);
  return () => {
    if (!isSame(identityOf(file), opened)) throw storageError('DATABASE_MOVED', { file });
    const now = identityOf(log);
    openedLog ??= now;
    if (!isSame(now, openedLog)) throw storageError('DATABASE_LOG_MOVED', { file });
  };
}

const identityOf = (path: string): BigIntStats | undefined =>
  statSync(path, { bigint: true, throwIfNoEntry: false });

const isSame = (one: BigIntStats | undefined, other: BigIntStats | undefined): boolean =>
  one?.ino === other?.ino && one?.dev === other?.dev;
