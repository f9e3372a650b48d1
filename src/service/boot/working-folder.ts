import { existsSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/** A folder that a command works in has this name, the number of its process, and some letters. */
const NAME = /^keyops-restoring-(?:(\d+)-)?\w+$/;

/** Those that this process works in. */
const open = new Set<string>();

/** Has work done in a folder of its own, readable by its owner alone and removed at the end. @param place where it is made */
export async function inWorkingFolder<T>(place: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(place, `keyops-restoring-${process.pid}-`));
  open.add(folder);
  try {
    return await work(folder);
  } finally {
    open.delete(folder);
    remove(folder);
  }
}

/** Removes what is left of a command that was killed: a copy of everything. Another's that works there now is left alone. */
export function removeLeftFolders(place: string): void {
  for (const name of existsSync(place) ? readdirSync(place) : []) {
    const [isOne, by] = NAME.exec(name) ?? [];
    if (isOne !== undefined && !isRunning(by) && isOwn(join(place, name))) remove(join(place, name));
  }
}

/** Whether a folder is one that this user made for itself: in one that others write to, a link may take the place of what is removed. */
function isOwn(folder: string): boolean {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  if (stat?.isDirectory() !== true) return false;
  return process.getuid === undefined || (stat.uid === process.getuid() && (stat.mode & 0o077) === 0);
}

/** Has a signal that ends the process remove its folders first. */
export function removeWhenEnded(): void {
  process.once('exit', () => open.forEach(remove));
  for (const [signal, number] of [
    ['SIGHUP', 1],
    ['SIGINT', 2],
    ['SIGTERM', 15],
  ] as const)
    process.once(signal, () => process.exit(128 + number));
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Another user's, or in use: whoever owns it removes it.
  }
}

function isRunning(pid: string | undefined): boolean {
  if (pid === undefined) return false;
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
