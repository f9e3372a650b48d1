import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const ALIASES = {
  '#renderer/': 'src/renderer/src/',
  '#protocol/': 'src/protocol/',
  '#chains/': 'src/chains/',
};

function fileOf(from: string, specifier: string): string {
  for (const [alias, folder] of Object.entries(ALIASES))
    if (specifier.startsWith(alias)) return join(root, folder, specifier.slice(alias.length));
  return specifier.startsWith('.') ? resolve(dirname(from), specifier) : specifier;
}

/** What a file imports when it is loaded: no types, and nothing that it loads later. */
const loadedBy = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^import (?!type\b)(?:([^'"]*?) from )?'([^']+)';$/gms)].flatMap(
    ([, names = 'all', from = '']) => (/^\{\s*(?:type \w+,?\s*)+\}$/.test(names) ? [] : [fileOf(file, from)]),
  );

test('the first script has no form, no schema and no schema library: they are loaded when they are asked for', () => {
  const seen = new Set<string>([join(root, 'src/renderer/src/main.tsx')]);
  for (const file of seen)
    if (existsSync(file) && /\.tsx?$/.test(file)) for (const each of loadedBy(file)) seen.add(each);
  expect(seen.size).toBeGreaterThan(150);
  expect([...seen].filter((file) => /^zod|react-hook-form|operation-form|key-inputs/.test(file))).toEqual([]);
  const catalogue = [...seen].filter((file) => file.includes('src/protocol/catalogue/'));
  expect(catalogue.map((file) => file.slice(root.length + 1))).toEqual([
    'src/protocol/catalogue/summaries.ts',
  ]);
});
