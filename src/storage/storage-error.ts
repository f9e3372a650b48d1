import { accessSync, constants } from 'node:fs';

/** A database that cannot be used as it is: a stable code, what happened, and what to do next. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: string;
  readonly remedy: string;

  constructor(code: string, message: string, remedy: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.remedy = remedy;
  }
}

const ROWS = {
  DATABASE_UNREADABLE: [
    'The database {file} cannot be opened ({why}).',
    'Check that the file is a database of this program and that it may be written.',
  ],
  DATABASE_MISSING: [
    'The database {file}, made {made}, is missing or empty. Nothing was changed.',
    'Put it back, or give another folder. To restore a backup, or to begin anew without what it held, move {left} away first.',
  ],
  DATABASE_LOG_MISSING: [
    'The program that worked with the database {file} last did not end by itself, and the log beside it (its name ends in “-wal”) is missing: newer changes stood there alone.',
    'Put the log back. To go on with the database as it is, start once with --accept-older-database.',
  ],
  DATABASE_LOG_FOREIGN: [
    'The database {file} was closed with everything in it, but there is a log beside it (its name ends in “-wal”): it is of another time, and would be written over newer changes. Nothing was changed.',
    'Move the log away, with the file whose name ends in “-shm”, then start again.',
  ],
  DATABASE_LOG_OTHER: [
    'The log beside the database {file} (its name ends in “-wal”) isn’t the one that the program worked with last: it is older, or of another database, and would be written over newer changes. Nothing was changed.',
    'Put the right log back. To go on without what it held, move this log away, with the file whose name ends in “-shm”, and start once with --accept-older-database.',
  ],
  DATABASE_MOVED: [
    'The database {file} was removed or replaced while it was in use. Nothing is written to it any more.',
    'Stop the program, put the file back with its “-wal” file, and start again.',
  ],
  DATABASE_LOG_MOVED: [
    'The log beside the database {file} (its name ends in “-wal”) was removed or replaced while it was in use. Nothing is written to it any more.',
    'Stop the program as always (SIGTERM), then start again: as it ends, it writes everything that was acknowledged into the database. If it is killed, that is lost.',
  ],
  DATABASE_DAMAGED: [
    'The database is damaged ({why}).',
    'Stop the program and restore the data folder from a backup.',
  ],
  DISK_FULL: [
    'The disk that holds the database is full. What was asked for was not done, and nothing was lost.',
    'Free up disk space, then try again. A program that still runs needs no restart.',
  ],
  DISK_READ_ONLY: [
    'The database cannot be written: its disk or folder is read-only now. What was asked for was not done.',
    'Let this user write to the folder, then try again. A program that still runs needs no restart.',
  ],
  DISK_FAILED: [
    'The disk that holds the database gave an error ({why}). What was asked for was not done.',
    'Check the disk and its connection, then try again.',
  ],
  DATABASE_UNREACHABLE: [
    'The database server cannot be used ({why}).',
    'Check that it runs, that its address, user and password are right, and that the user may make tables there. Then start again.',
  ],
  DATABASE_BUSY: [
    'The database server has too much to do. What was asked for was not done.',
    'Wait a few seconds, then try again.',
  ],
  DATABASE_LOST: [
    'The connection to the database server ended. What was asked for may have been done.',
    'Send the same request again: it has one effect, however often it is sent.',
  ],
  TEXT_REFUSED: ['The database keeps no text with a NUL character (U+0000).', 'Leave the character out.'],
  DATABASE_TOO_NEW: [
    'A newer version of the program has changed this database (“{name}”); this version can’t read it. Nothing was changed.',
    'Start the newer version again. To go back, restore the copy that it made before the change (its name ends in “before” and a number).',
  ],
  MIGRATION_COPY_FAILED: [
    'The database was not upgraded, because the copy {file} could not be made before it ({why}). Nothing was changed.',
    'Free up disk space, or let this user write to the folder. Then start again.',
  ],
  MIGRATION_FAILED: [
    'The migration "{name}" could not be applied; the database is as it was before it.',
    'Report this with the version of the program.',
  ],
  FOLDER_LOCKED: [
    'Another running program uses the data folder {folder}.',
    'Stop it first, or give another folder.',
  ],
  FOLDER_LOST: [
    'The lock of the data folder {folder} was removed while it was in use, and another program uses the folder now. This one writes nothing to it any more.',
    'Stop this program, or the other one and then start this one again. Leave the file “lock” in the folder.',
  ],
  FOLDER_LOCK_FAILED: [
    'The data folder can’t be taken for this program: the file {file} can’t be locked ({why}). Nothing was changed.',
    'Check that the disk has room for files and that this user may write to the folder. If the file isn’t empty, move it away.',
  ],
  FOLDER_PURGED: [
    'The data folder {folder} is being removed: its keys may be gone already.',
    'Finish with --purge-data, or give another folder.',
  ],
} as const;

const make = (code: keyof typeof ROWS, given: Readonly<Record<string, unknown>>): StorageError => {
  const [message, remedy] = ROWS[code];
  const filled = (text: string): string =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => String(given[name]));
  return new StorageError(code, filled(message), filled(remedy), given);
};

/** Opening an embedded database: by hand what `defineErrors` does, because this room imports nothing of ours. */
export const storageError = Object.assign(make, { rows: ROWS });

/** What SQLite's primary result codes say of the disk; sqlite.org/rescode.html. */
const DISK_FAULTS = new Map<number, keyof typeof ROWS>([
  [8, 'DISK_READ_ONLY'],
  [10, 'DISK_FAILED'],
  [11, 'DATABASE_DAMAGED'],
  [13, 'DISK_FULL'],
  [26, 'DATABASE_DAMAGED'],
]);

/** Extended: the memory that connections share has a file, which finds no room. SQLite calls that an error of the disk. */
const NO_ROOM_TO_SHARE = 4874;

/**
 * An error of the driver in words, where it tells of the disk; else the error itself.
 * @param file the database's path, where it is known
 */
export function diskFault(error: unknown, file?: string): unknown {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return error;
  // The extended code's low byte is the primary one.
  const named = error.errcode === NO_ROOM_TO_SHARE ? 'DISK_FULL' : DISK_FAULTS.get(error.errcode & 0xff);
  // SQLite takes a disk that became read-only under an open file for a broken one.
  const code = named === 'DISK_FAILED' && file !== undefined && isReadOnly(file) ? 'DISK_READ_ONLY' : named;
  return code === undefined ? error : storageError(code, { why: error.message, cause: error });
}

/** What the system's codes say of the disk; a quota that is used up is a full disk too. */
const SYSTEM_FAULTS = new Map<unknown, keyof typeof ROWS>([
  ['ENOSPC', 'DISK_FULL'],
  ['EDQUOT', 'DISK_FULL'],
  ['EROFS', 'DISK_READ_ONLY'],
  ['EIO', 'DISK_FAILED'],
]);

/** The same for an error of the file system. */
export function fileFault(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const code = SYSTEM_FAULTS.get(error.code);
  return code === undefined ? error : storageError(code, { why: error.code, cause: error });
}

function isReadOnly(file: string): boolean {
  try {
    accessSync(file, constants.W_OK);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EROFS';
  }
}
