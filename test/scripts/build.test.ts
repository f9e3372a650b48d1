import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sourceDigest } from '../../scripts/build.mjs';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyops-source-'));
  await mkdir(join(folder, 'src/deep'), { recursive: true });
  await writeFile(join(folder, 'src/deep/a.ts'), 'a');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const digest = (): string => sourceDigest(folder, ['src', 'config.ts']);

it('stays the same while nothing changes', () => {
  expect(digest()).toBe(digest());
});

it.each<[string, () => Promise<void>]>([
  ['a file is edited', () => utimes(join(folder, 'src/deep/a.ts'), 1, 1)],
  ['a file is added', () => writeFile(join(folder, 'src/b.ts'), '')],
  ['a file is removed', () => rm(join(folder, 'src/deep/a.ts'))],
  ['a source appears that was missing', () => writeFile(join(folder, 'config.ts'), '')],
])('changes when %s', async (_what, change) => {
  const before = digest();
  await change();
  expect(digest()).not.toBe(before);
});
