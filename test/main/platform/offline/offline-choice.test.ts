import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { offlineFileOf, readOfflineChoice, setOfflineMark } from '#main/platform/offline/offline-choice.ts';

const folder = mkdtempSync(join(tmpdir(), 'keyops-choice-'));
afterEach(() => rmSync(join(folder, 'offline'), { force: true }));

interface Part {
  readonly uid?: number;
  readonly mode?: number;
  readonly kind?: 'file' | 'folder' | 'link';
}
const missing = (code: string): never => {
  throw Object.assign(new Error(code), { code });
};
/** What `lstat` says of a tree: root's, and writable for root alone, where a part says nothing else. */
const tree =
  (parts: Readonly<Record<string, Part | string>>) =>
  (path: string): ReturnType<NonNullable<Parameters<typeof readOfflineChoice>[2]>> => {
    const part = parts[path];
    if (part === undefined) return missing('ENOENT');
    if (typeof part === 'string') return missing(part);
    const kind = part.kind ?? 'folder';
    return {
      uid: part.uid ?? 0,
      mode: part.mode ?? 0o755,
      isSymbolicLink: () => kind === 'link',
      isDirectory: () => kind === 'folder',
      isFile: () => kind === 'file',
    };
  };
const FILE = '/etc/keyops-console/offline';
const GOOD = {
  '/': {},
  '/etc': {},
  '/etc/keyops-console': {},
  [FILE]: { kind: 'file', mode: 0o644 },
} as const;
const read = (parts: Readonly<Record<string, Part | string>>, platform: NodeJS.Platform = 'linux') =>
  readOfflineChoice({ args: [], dataFolder: folder }, platform, tree(parts));

describe('How a console is taken offline', () => {
  it('is nobody’s word at first, then the start’s, then that of Settings', () => {
    const ask = (...args: string[]) =>
      readOfflineChoice({ args, dataFolder: folder }, process.platform, (path) =>
        path.startsWith(folder) ? statSync(path) : missing('ENOENT'),
      );
    expect(ask()).toBeNull();
    expect(ask('--offline-please')).toBeNull();
    expect(ask('--offline')).toEqual({ by: 'switch', file: null });
    setOfflineMark(folder, true);
    expect(ask()).toEqual({ by: 'setting', file: null });
    expect(statSync(join(folder, 'offline')).mode & 0o777).toBe(0o600);
    setOfflineMark(folder, false);
    setOfflineMark(folder, false);
    expect(ask()).toBeNull();
  });

  it('is fixed by an administrator’s file, which goes before all', () => {
    expect(read(GOOD)).toEqual({ by: 'administrator', file: FILE });
    const path = offlineFileOf('darwin');
    const mac = { '/': {}, '/Library': {}, '/Library/Application Support': {} };
    const own = { '/Library/Application Support/KeyOps Console': {}, [path]: { kind: 'file' } } as const;
    expect(read({ ...mac, ...own }, 'darwin')).toMatchObject({ by: 'administrator' });
    const windows = {
      'C:\\': {},
      'C:\\Program Files': { mode: 0o666 },
      'C:\\Program Files\\KeyOps Console Policy': {},
      [offlineFileOf('win32')]: { kind: 'file', mode: 0o666 },
    } as const;
    expect(read(windows, 'win32')).toMatchObject({ by: 'administrator' });
  });

  it('is nobody’s word where a part of the path is missing', () => {
    for (const path of Object.keys(GOOD).slice(1))
      expect(
        read(Object.fromEntries(Object.entries(GOOD).filter(([part]) => !part.startsWith(path)))),
      ).toBeNull();
  });

  describe('refuses an administrator’s file that somebody else may have written', () => {
    it.each<[string, Readonly<Record<string, Part | string>>, string]>([
      ['a file of a user', { ...GOOD, [FILE]: { kind: 'file', uid: 1000 } }, FILE],
      ['a file that its group writes', { ...GOOD, [FILE]: { kind: 'file', mode: 0o664 } }, FILE],
      ['a file that everybody writes', { ...GOOD, [FILE]: { kind: 'file', mode: 0o666 } }, FILE],
      ['a link in its place', { ...GOOD, [FILE]: { kind: 'link' } }, FILE],
      ['a folder in its place', { ...GOOD, [FILE]: {} }, FILE],
      [
        'a folder that everybody writes',
        { ...GOOD, '/etc/keyops-console': { mode: 0o777 } },
        '/etc/keyops-console',
      ],
      ['a folder that everybody adds to', { ...GOOD, '/etc': { mode: 0o1777 } }, '/etc'],
      ['a folder of a user', { ...GOOD, '/etc/keyops-console': { uid: 1000 } }, '/etc/keyops-console'],
      [
        'a folder that is a link',
        { ...GOOD, '/etc/keyops-console': { kind: 'link' } },
        '/etc/keyops-console',
      ],
      ['one that can’t be looked at', { ...GOOD, [FILE]: 'EACCES' }, FILE],
    ])('%s', (_name, parts, path) => {
      expect(() => read(parts)).toThrow(
        expect.objectContaining({
          code: 'OFFLINE_FILE_REFUSED',
          message: expect.stringContaining(`${path}:`) as string,
        }),
      );
    });
  });
});
