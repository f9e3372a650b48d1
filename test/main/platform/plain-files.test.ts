import {
  closeSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPrivateFile, writePrivateFile } from '#main/platform/private-files.ts';

const SECRET = 'the plaintext key';

describe.skipIf(process.platform === 'win32')('saving over a file that is there', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'keyops-save-'));
    path = join(folder, 'key.txt');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const mode = (): number => statSync(path).mode & 0o777;

  it('attack: a file that everybody reads does not lend its mode to a plaintext key', async () => {
    writeFileSync(path, 'old', { mode: 0o644 });
    await writePrivateFile(path, SECRET);
    expect([readFileSync(path, 'utf8'), mode()]).toEqual([SECRET, 0o600]);
    expect(readdirSync(folder)).toEqual(['key.txt']);
  });

  it('attack: a planted link is replaced, and what it leads to is not written', async () => {
    const target = join(folder, 'elsewhere.txt');
    writeFileSync(target, 'theirs', { mode: 0o644 });
    symlinkSync(target, path);
    await writePrivateFile(path, SECRET);
    expect(readFileSync(target, 'utf8')).toBe('theirs');
    expect([readFileSync(path, 'utf8'), mode()]).toEqual([SECRET, 0o600]);
  });

  it('attack: who has the old file open, or a second name of it, reads nothing of the new one', async () => {
    writeFileSync(path, 'old', { mode: 0o666 });
    linkSync(path, join(folder, 'second'));
    const open = openSync(path, 'r');
    await writePrivateFile(path, SECRET);
    const seen = Buffer.alloc(100);
    expect(seen.toString('utf8', 0, readSync(open, seen, 0, 100, 0))).toBe('old');
    closeSync(open);
    expect(readFileSync(join(folder, 'second'), 'utf8')).toBe('old');
  });

  it('leaves nothing behind where it cannot be put in its place', async () => {
    mkdirSync(path);
    await expect(writePrivateFile(path, SECRET)).rejects.toThrow();
    expect(readdirSync(folder)).toEqual(['key.txt']);
  });

  it('attack: a new file is not written through a planted link', async () => {
    symlinkSync(join(folder, 'not-there-yet'), path);
    await expect(createPrivateFile(path, SECRET)).rejects.toMatchObject({ code: 'EEXIST' });
    expect(readdirSync(folder)).toEqual(['key.txt']);
  });
});
