// What a closed database, or one that wasn't opened, leaves open: Windows removes and renames no such file.
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isConsoleFolder, openStorage } from '#main/storage/open-storage.ts';
import { asWindows } from '../fixtures/as-windows.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-open-files-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The files of the folder that this process has open. */
const openFiles = (): string[] =>
  readdirSync('/proc/self/fd').flatMap((number) => {
    try {
      const path = readlinkSync(join('/proc/self/fd', number));
      return path.startsWith(folder) ? [path.slice(folder.length + 1)] : [];
    } catch {
      // It was the one that lists them.
      return [];
    }
  });
describe.skipIf(process.platform !== 'linux')('nothing stays open', () => {
  it('behind the console’s storage that was used and closed, also where nobody exposed the collection', async () => {
    // As in `keyops`, which overwrites no memory: nothing but the closing itself may collect here. Another file's tests may
    // have exposed it to this process before.
    setFlagsFromString('--no-expose-gc');
    expect(runInNewContext('typeof globalThis.gc')).toBe('undefined');
    const storage = await openStorage(folder);
    await storage.settings.set('theme', 'dark');
    await storage.credentials.list();
    expect(openFiles()).toContain('console.db');
    expect(openFiles()).toContain('lock');
    await asWindows(() => storage.close());
    // Finalizers may need another turn.
    await expect.poll(openFiles).toEqual([]);
    // It was exposed for that alone.
    expect(runInNewContext('typeof globalThis.gc')).toBe('undefined');
    expect(isConsoleFolder(folder)).toBe(true);
    expect(openFiles()).toEqual([]);
  });

  it('behind a storage that refuses to open', async () => {
    mkdirSync(join(folder, 'data'), { mode: 0o700 });
    writeFileSync(join(folder, 'data', 'console.db'), 'no database');
    await expect(openStorage(join(folder, 'data'))).rejects.toMatchObject({ code: 'DATABASE_UNREADABLE' });
    writeFileSync(join(folder, 'data', 'purged'), '');
    await expect(openStorage(join(folder, 'data'))).rejects.toMatchObject({ code: 'FOLDER_PURGED' });
    expect(isConsoleFolder(join(folder, 'data'))).toBe(true);
    rmSync(join(folder, 'data', 'purged'));
    expect(isConsoleFolder(join(folder, 'data'))).toBe(false);
    expect(openFiles()).toEqual([]);
  });
});
