import { closeSync, constants, lstatSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder, and those above it that are missing, for the owner alone. One that is there stays as it is.
 * @throws what the file system throws
 */
export function makeFolder(folder: string): void {
  const above = dirname(resolve(folder));
  // Node's own `recursive` goes round without end where a folder that is there takes no other, as those of Linux's /proc.
  if (lstatSync(above, { throwIfNoEntry: false }) === undefined) makeFolder(above);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}

/**
 * Creates an empty file for its owner alone, unless the file exists. Doesn't wait for a named pipe in its place, which would
 * block the whole program.
 * @throws what the file system throws, `ENXIO` for such a pipe
 */
export function makeFile(file: string): void {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK } = constants;
  closeSync(openSync(file, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK, 0o600));
}
