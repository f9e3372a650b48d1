import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { installedElectron } from '../../scripts/find-electron.mjs';

const names: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
};
const name = names[process.platform] ?? 'electron';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyops-electron-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function place(path: string): Promise<string> {
  const file = join(folder, path, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, '');
  return file;
}

it("finds the package's own binary", async () => {
  const file = await place('node_modules/electron/dist');
  expect(installedElectron({}, folder)).toBe(file);
});

it('takes the one that is named before it', async () => {
  await place('node_modules/electron/dist');
  const file = await place('mine');
  expect(installedElectron({ ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'mine') }, folder)).toBe(file);
});

it('finds none where there is none', () => {
  expect(installedElectron({}, folder)).toBeUndefined();
  expect(installedElectron({ ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'gone') }, folder)).toBeUndefined();
});
