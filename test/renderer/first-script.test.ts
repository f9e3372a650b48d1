import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const ALIASES = {
  '#renderer/': 'src/renderer/src/',
  '#protocol/': 'src/protocol/',
  '#chains/': 'src/chains/',
  '#preload/': 'src/preload/',
};

const LATER =
  /^zod|react-hook-form|operation-form|key-inputs|-screen\.tsx$|^qr$|^cborg|@tanstack|@noble|@scure/;

function fileOf(from: string, specifier: string): string {
  for (const [alias, folder] of Object.entries(ALIASES))
    if (specifier.startsWith(alias)) return join(root, folder, specifier.slice(alias.length));
  return specifier.startsWith('.') ? resolve(dirname(from), specifier) : specifier;
}

/** What a file imports when it is loaded: nothing that it loads later, and no types, but where `import { type T }` has them. */
const loadedBy = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^import (?!type\b)(?:[^'"]*? from )?'([^']+)';$/gms)].map(
    ([, from = '']) => fileOf(file, from),
  );

test('the first script has no screen, no form, no schema and no library for codes: they are loaded when they are asked for', () => {
  const seen = new Set<string>([join(root, 'src/renderer/src/main.tsx')]);
  for (const file of seen)
    if (existsSync(file) && /\.tsx?$/.test(file)) for (const each of loadedBy(file)) seen.add(each);
  expect(seen.size).toBeGreaterThan(60);
  expect([...seen].filter((file) => LATER.test(file))).toEqual([]);
  expect([...seen].filter((file) => file.includes('src/protocol/catalogue/'))).toEqual([]);
  // Menus, dialogs, lists and fields come with what draws a known state (shell/known.ts).
  const controls = [...seen].filter((file) => file.startsWith('react-aria-components/'));
  expect(controls.sort()).toEqual(
    ['Button', 'Disclosure', 'I18nProvider', 'Tooltip'].map((name) => `react-aria-components/${name}`),
  );
});
