import { existsSync, lstatSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncToDisk } from './copy-database.ts';
import { noteWhole, replacementOf } from './database-marker.ts';

/** What SQLite keeps beside a database whose program didn't end by itself. */
const LOG = '-wal';
const INDEX = '-shm';

/** Where the database goes that was replaced; the one that a replacement before it left there goes for good. */
export const replacedOf = (file: string): string => `${file}.replaced`;

/**
 * Puts another database in the place of this one, which nobody has open. A kill or a power cut at any moment leaves the old one or
 * the new one: it's decided once the new one lies beside the old one under its name, and `finishReplacement` does the rest.
 * @param file the database's path
 * @param checked the path of the new one, on the same disk: whole without a log, and flushed; it is moved
 */
export function replaceDatabase(file: string, checked: string): void {
  // A log that was left without its file is nobody's.
  if (!existsSync(replacedOf(file)))
    for (const ending of [LOG, INDEX]) rmSync(replacedOf(file) + ending, { force: true });
  renameSync(checked, replacementOf(file));
  syncFolder(file);
  finishReplacement(file);
}

/** Ends a replacement that was decided. To be called before a database is opened, by the one who has its folder locked. */
export function finishReplacement(file: string): void {
  const replacement = replacementOf(file);
  // What is no file there was not put there by this.
  if (lstatSync(replacement, { throwIfNoEntry: false })?.isFile() !== true) return;
  // The one before goes only now: it may be what is restored. Its file goes last: where it's gone, the log is that of the old one.
  if ((existsSync(file) || existsSync(file + LOG)) && existsSync(replacedOf(file)))
    for (const ending of [LOG, INDEX, '']) rmSync(replacedOf(file) + ending, { force: true });
  // With its log, the old one stays whole. Left here, the log would be taken for the new one's.
  for (const ending of [LOG, ''])
    if (existsSync(file + ending)) renameSync(file + ending, replacedOf(file) + ending);
  rmSync(file + INDEX, { force: true });
  noteWhole(file);
  renameSync(replacement, file);
  syncFolder(file);
}

function syncFolder(file: string): void {
  // Windows opens no folders; its file system keeps the order of renames by itself.
  if (process.platform !== 'win32') syncToDisk(dirname(file));
}
