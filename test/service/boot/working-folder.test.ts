import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inWorkingFolder, removeLeftFolders } from '#service/boot/working-folder.ts';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'keyops-place-'));
});
afterEach(() => {
  rmSync(place, { recursive: true, force: true });
});

/** The number of a process that has ended. */
const endedPid = (): number => spawnSync(process.execPath, ['-e', '']).pid;

it('is its owner’s alone, and goes with the work, however that ends', async () => {
  let folder = '';
  const seen = await inWorkingFolder(place, (own) => {
    folder = own;
    writeFileSync(join(own, 'copy'), 'everything');
    return Promise.resolve(statSync(own).mode & 0o777);
  });
  expect(seen).toBe(process.platform === 'win32' ? 0o666 : 0o700);
  expect(existsSync(folder)).toBe(false);
  const failed = inWorkingFolder(place, () => Promise.reject(new Error('The disk is full.')));
  await expect(failed).rejects.toThrow('The disk is full.');
  expect(readdirSync(place)).toEqual([]);
});

it('is removed later where its process was killed, and left where that still works in it', async () => {
  const left = [`keyops-restoring-${endedPid()}-aB3xY9`, 'keyops-restoring-aB3xY9'];
  // Of other names, and of what is no copy of ours.
  const others = ['keyops-restoring', 'keyops-restoring-', 'service.sqlite', 'my-keyops-restoring-1-a'];
  for (const name of [...left, ...others]) mkdirSync(join(place, name), { mode: 0o700 });
  await inWorkingFolder(place, () => {
    removeLeftFolders(place);
    const kept = readdirSync(place).filter((name) => !others.includes(name));
    expect(kept).toEqual([expect.stringContaining(`keyops-restoring-${process.pid}-`)]);
    return Promise.resolve();
  });
  expect(readdirSync(place).sort()).toEqual([...others].sort());
});

it.skipIf(process.platform === 'win32')(
  'attack: a folder of somebody else’s, in which a link can take the place of what is removed',
  () => {
    const target = join(place, 'data');
    mkdirSync(target, { mode: 0o700 });
    writeFileSync(join(target, 'service.sqlite'), 'everything');
    const [open, link] = ['keyops-restoring-aB3xY9', 'keyops-restoring-aB3xY8'];
    mkdirSync(join(place, open));
    chmodSync(join(place, open), 0o777);
    symlinkSync(target, join(place, link));
    removeLeftFolders(place);
    expect(readdirSync(place).sort()).toEqual(['data', link, open].sort());
    expect(readdirSync(target)).toEqual(['service.sqlite']);
  },
);

it('has nothing to remove where there is no folder', () => {
  expect(() => removeLeftFolders(join(place, 'nowhere'))).not.toThrow();
});
