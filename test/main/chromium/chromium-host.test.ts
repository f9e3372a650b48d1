import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { saveText } from '#main/chromium/chromium-host.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyops-downloads-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('never writes over a file: the next one gets a number', async () => {
  const first = await saveText('signed.json', 'one', folder);
  const second = await saveText('signed.json', 'two', folder);
  expect([first, second]).toEqual([join(folder, 'signed.json'), join(folder, 'signed-2.json')]);
  expect(await readFile(first, 'utf8')).toBe('one');
});

it.skipIf(process.platform === 'win32')('lets nobody else read it', async () => {
  const path = await saveText('private.json', 'x', folder);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});
