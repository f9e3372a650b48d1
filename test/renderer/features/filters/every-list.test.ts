// No list can be searched without saved filters: a new one is found here, or does not compile.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FILTERED_LISTS } from '#preload/contract/saved-filters.ts';

const root = join(import.meta.dirname, '../../../../src/renderer/src');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name: name.replaceAll('\\', '/'), text: readFileSync(join(root, name), 'utf8') }));
const filesWith = (pattern: RegExp): string[] =>
  files
    .filter(({ text }) => pattern.test(text))
    .map(({ name }) => name)
    .sort();

test.each(FILTERED_LISTS)('the filters of %s can be saved where the list is', (list) => {
  const named = new RegExp(String.raw`list="${list}"|list: '${list}'|useWordsFiltering\('${list}'`);
  expect(filesWith(named).length).toBeGreaterThan(0);
});

test('rows are searched with saved filters alone', () => {
  expect(filesWith(/useRowSearch\(/)).toEqual([
    // Its saved filters stand above the list, with its choices.
    'features/activities/activity-search.ts',
    'features/filters/list-search.tsx',
  ]);
});

test('only what nobody comes back to has a search field of its own: a choice, the console’s search, the licenses', () => {
  expect(filesWith(/<(?:FindField|SearchField)\b/)).toEqual([
    'features/program/licenses-dialog.tsx',
    'shell/command-palette.tsx',
    'ui/finding.tsx',
    'ui/select.tsx',
  ]);
});

test('a table without a search is narrowed beside it, or is the sample of a file', () => {
  expect(filesWith(/<DataTable\s+isPaged|^\s+isPaged$/m)).toEqual([
    'features/contacts/contacts-screen.tsx',
    'features/journal/journal-screen.tsx',
    'features/payments/payment-file.tsx',
    'features/payments/payment-rows.tsx',
  ]);
});
