import { type Stats, fstatSync, readdirSync, writeSync } from 'node:fs';
import process from 'node:process';

/**
 * Whether a descriptor was opened for this process: a number that nobody opened may be one of Node's own, which ends or hangs
 * when it's read. To be asked before anything is opened, which may get the number too.
 */
export function isGivenDescriptor(fd: number): boolean {
  // There, what isn't handed over has no number.
  if (process.platform === 'win32') return true;
  const found = kindOf(fd);
  if (found === undefined) return false;
  if (!found.isFIFO()) return found.isFile() || found.isSocket() || found.isCharacterDevice();
  return !openDescriptors().some((other) => isOtherEnd(other, fd, found));
}

/** Whether a descriptor was opened to be written to; nothing is written. */
export function isWritable(fd: number): boolean {
  try {
    writeSync(fd, new Uint8Array(0));
    return true;
  } catch (error) {
    // A disk that is full tells so of nothing as well.
    return !(error instanceof Error && 'code' in error && error.code === 'EBADF');
  }
}

/** A pipe whose both ends are here is Node's own. One that was handed over may be here several times. */
const isOtherEnd = (other: number, fd: number, { dev, ino }: Stats): boolean => {
  const found = other === fd ? undefined : kindOf(other);
  return found?.ino === ino && found.dev === dev && isWritable(other) !== isWritable(fd);
};

function kindOf(fd: number): Stats | undefined {
  try {
    return fstatSync(fd);
  } catch {
    return undefined;
  }
}

function openDescriptors(): readonly number[] {
  try {
    return readdirSync('/dev/fd').map(Number);
  } catch {
    return [];
  }
}
