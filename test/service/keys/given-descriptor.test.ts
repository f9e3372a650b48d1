import { execFileSync } from 'node:child_process';
import { closeSync, fstatSync, mkdtempSync, openSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isGivenDescriptor, isWritable } from '#service/keys/given-descriptor.ts';
import { storageKeyFromDescriptor } from '#service/keys/storage-key.ts';

const isPosix = process.platform !== 'win32';

function opened(path: string, flags: string): number {
  const fd = openSync(path, flags);
  onTestFinished(() => {
    closeSync(fd);
  });
  return fd;
}

/** What this process has open that is no file, pipe, socket or device: what Node waits for events with. */
const ownOnes = (): readonly number[] =>
  readdirSync('/dev/fd')
    .map(Number)
    .filter((fd) => {
      try {
        return (fstatSync(fd).mode & 0o170000) === 0;
      } catch {
        return false;
      }
    });

test.runIf(process.platform === 'linux')(
  'a storage key is read from none of the descriptors that Node has for itself',
  () => {
    const own = ownOnes();
    expect(own).not.toEqual([]);
    for (const fd of own)
      expect(() => storageKeyFromDescriptor(fd)).toThrow(
        expect.objectContaining({ code: 'STORAGE_KEY_UNREADABLE' }),
      );
  },
);

test.runIf(isPosix)('a file or a device was given; a folder and what is closed were not', () => {
  expect(isGivenDescriptor(opened(import.meta.filename, 'r'))).toBe(true);
  expect(isGivenDescriptor(opened('/dev/null', 'r'))).toBe(true);
  expect(isGivenDescriptor(opened(import.meta.dirname, 'r'))).toBe(false);
  expect(isGivenDescriptor(1023)).toBe(false);
});

test.runIf(isPosix)(
  'one end of a pipe was given, however often it is there; both ends are Node’s own',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'keyops-descriptor-'));
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
    });
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    // Who opens it both ways waits for nobody.
    const both = openSync(pipe, 'r+');
    const [read, again] = [opened(pipe, 'r'), opened(pipe, 'r')];
    const write = openSync(pipe, 'w');
    closeSync(both);
    expect([read, again, write].map(isWritable)).toEqual([false, false, true]);
    expect([read, again, write].map(isGivenDescriptor)).toEqual([false, false, false]);
    closeSync(write);
    expect([read, again].map(isGivenDescriptor)).toEqual([true, true]);
  },
);
