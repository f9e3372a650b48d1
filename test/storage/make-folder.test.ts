import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFile, makeFolder } from '#storage/make-folder.ts';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'keyops-folder-'));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

describe('a data folder', () => {
  it('is made with those above it, for its owner alone', () => {
    makeFolder(join(place, 'a', 'b'));
    for (const name of ['a', 'a/b'])
      expect((statSync(join(place, name)).mode & 0o777).toString(8)).toBe('700');
  });

  it('stays as it is where it is there, behind a link too', () => {
    mkdirSync(join(place, 'there'), { mode: 0o750 });
    symlinkSync(join(place, 'there'), join(place, 'link'));
    makeFolder(join(place, 'link'));
    makeFolder(join(place, 'there'));
    expect((statSync(join(place, 'there')).mode & 0o777).toString(8)).toBe('750');
  });

  it('is none where a file or a link to nothing has its name, or a file is above it', () => {
    writeFileSync(join(place, 'file'), 'x');
    symlinkSync(join(place, 'nowhere'), join(place, 'link'));
    expect(() => makeFolder(join(place, 'file'))).toThrow('EEXIST');
    expect(() => makeFolder(join(place, 'file', 'a'))).toThrow('ENOTDIR');
    expect(() => makeFolder(join(place, 'link'))).toThrow('EEXIST');
    expect(existsSync(join(place, 'nowhere'))).toBe(false);
  });

  it.runIf(process.platform === 'linux')('is refused at once by a folder that takes no other', () => {
    expect(() => makeFolder('/proc/keyops')).toThrow('ENOENT');
    expect(() => makeFolder('/proc/keyops/data')).toThrow('ENOENT');
  });
});

describe('a file that is made', () => {
  it('is its owner’s alone, and keeps what it has', () => {
    const file = join(place, 'file');
    makeFile(file);
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    writeFileSync(file, 'x');
    makeFile(file);
    expect(statSync(file).size).toBe(1);
  });

  it.skipIf(process.platform === 'win32')('attack: a named pipe in its place is not waited for', () => {
    const pipe = join(place, 'pipe');
    execFileSync('mkfifo', [pipe]);
    expect(() => makeFile(pipe)).toThrow(expect.objectContaining({ code: 'ENXIO' }));
  });
});
