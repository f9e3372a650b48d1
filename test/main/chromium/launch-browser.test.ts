import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataFolderOf } from '#main/chromium/data-folder.ts';
import { findBrowser } from '#main/chromium/launch-browser.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyops-browsers-'));
  await writeFile(join(folder, 'chromium'), '');
  await writeFile(join(folder, 'mine'), '');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('finds a browser on the PATH', () => {
  const environment = { PATH: ['/nowhere', folder].join(delimiter) };
  expect(findBrowser(environment, 'linux')).toBe(join(folder, 'chromium'));
});

it('takes the one that is named, and no other when that is not there', () => {
  expect(findBrowser({ PATH: folder, KEYOPS_CHROMIUM: join(folder, 'mine') }, 'linux')).toBe(
    join(folder, 'mine'),
  );
  expect(findBrowser({ PATH: folder, KEYOPS_CHROMIUM: join(folder, 'gone') }, 'linux')).toBeUndefined();
});

it('finds none where there is none', () => {
  expect(findBrowser({ PATH: '' }, 'linux')).toBeUndefined();
  expect(findBrowser({}, 'linux')).toBeUndefined();
});

it('keeps its files where Electron would, or where it is told', () => {
  expect(dataFolderOf({}, 'linux', '/home/op')).toBe(join('/home/op', '.config', 'KeyOps Console'));
  expect(dataFolderOf({ XDG_CONFIG_HOME: '/config' }, 'linux', '/home/op')).toBe(
    join('/config', 'KeyOps Console'),
  );
  expect(dataFolderOf({}, 'darwin', '/Users/op')).toContain(join('Application Support', 'KeyOps Console'));
  expect(dataFolderOf({ APPDATA: '/roaming' }, 'win32', '/op')).toBe(join('/roaming', 'KeyOps Console'));
  expect(dataFolderOf({ KEYOPS_DATA: '/mine' }, 'linux', '/home/op')).toBe('/mine');
});
