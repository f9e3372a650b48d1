import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** Where a data folder's logs lie: the embedded service's lines, and what the console did not expect. */
export const serviceLogOf = (dataFolder: string): string => join(dataFolder, 'logs', 'service.log');
export const faultLogOf = (dataFolder: string): string => join(dataFolder, 'logs', 'console.log');

/** How large a log may become, and how many full ones are kept beside it. */
const LIMIT = 1 << 20;
const KEPT = 2;
/** A line is cut off here, in characters: what somebody else sends must not push everything else out. */
const LINE_LIMIT = 8_192;

/** Lines in a file that only this user can read. */
export interface LogFile {
  /** Whether the line is in the file; false where it cannot be written (a full disk, a folder that is gone). */
  readonly write: (line: string) => boolean;
  readonly close: () => void;
}

/**
 * Opens a log at its first line. A full one is renamed to `NAME.1`, which was `NAME.2` before; the oldest goes.
 * @param path its folder is made where that is missing, the folder above it is not
 * @param limit in bytes
 */
export function openLogFile(path: string, { limit = LIMIT, kept = KEPT } = {}): LogFile {
  let file: number | undefined;
  let size = 0;

  const open = (): number => {
    try {
      mkdirSync(dirname(path), { mode: 0o700 });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    // A link is not followed: it would have the log written into a file of its maker's choice. A pipe is not waited for.
    if (!lstatSync(dirname(path)).isDirectory()) throw new Error('The folder of the log is a link.');
    const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
    const opened = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
    try {
      const stat = fstatSync(opened);
      if (!stat.isFile()) throw new Error('The log is no plain file.');
      if (process.platform !== 'win32') fchmodSync(opened, 0o600);
      ({ size } = stat);
      return opened;
    } catch (error) {
      closeSync(opened);
      throw error;
    }
  };
  const close = (): void => {
    if (file !== undefined) closeSync(file);
    file = undefined;
  };
  const rotate = (): void => {
    close();
    for (let number = kept; number > 0; number -= 1) {
      const from = number === 1 ? path : `${path}.${number - 1}`;
      try {
        renameSync(from, `${path}.${number}`);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
      }
    }
  };
  return {
    write: (line) => {
      const bytes = Buffer.from(`${line.slice(0, LINE_LIMIT)}\n`);
      try {
        file ??= open();
        if (size > 0 && size + bytes.length > limit) {
          rotate();
          file = open();
        }
        writeSync(file, bytes);
        size += bytes.length;
        return true;
      } catch {
        close();
        return false;
      }
    },
    close,
  };
}
