import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ELSEWHERE, guideNameOf, pictureNames } from '#scripts/guide-pictures.mjs';
import { recordOf } from '#scripts/picture-record.mjs';

const root = join(import.meta.dirname, '../..');
const textsIn = (folder: string, ending: string): string =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map(({ name }) => readFileSync(join(root, folder, name), 'utf8'))
    .join('\n');

const pages = textsIn('docs/guide', '.md');
const tests = textsIn('test/e2e', '.ts');
/** What is put together from parts: `export-refused-hpke` is one of `export-refused-…`. */
const isMade = (name: string): boolean =>
  [...tests.matchAll(/keepPicture\([^)]*`([a-z-]+)\$/gu)].some(([, beginning = '']) =>
    name.startsWith(beginning),
  );

test('each picture of the guide is taken by a test', () => {
  const names = pictureNames().filter((name) => !ELSEWHERE.has(name));
  expect(names.filter((name) => !tests.includes(`'${name}'`) && !isMade(name))).toEqual([]);
  expect([...ELSEWHERE.keys()].filter((name) => !pictureNames().includes(name))).toEqual([]);
});

test('each picture of the guide stands on one of its pages, and each that stands there is there', () => {
  const names = pictureNames();
  const shown = [...pages.matchAll(/\(([a-z-]+)\.png\)/gu)].map(([, name = '']) => name);
  expect(names.filter((name) => !shown.includes(name))).toEqual([]);
  expect(shown.filter((name) => !names.includes(name))).toEqual([]);
});

test('each picture of the guide says what it shows, and is found by where a test leaves it', () => {
  const said = pictureNames().map((name) => recordOf(readFileSync(join(root, `docs/guide/${name}.png`))));
  expect(pictureNames().filter((_, index) => (said[index]?.split('\n').length ?? 0) < 3)).toEqual([]);
  expect(guideNameOf('guide/electron/contacts.png')).toBe('contacts');
  expect(guideNameOf('screens/electron/keys-light.png')).toBe('keys');
  expect(guideNameOf('guide/chromium/contacts.png')).toBeUndefined();
});
