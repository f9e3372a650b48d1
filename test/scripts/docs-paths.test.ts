import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${path}`),
];

/** Paths of the project that a document quotes; one with a placeholder (`<name>`, `*`, `…`) names none. */
const quotedIn = (text: string): string[] =>
  [...text.matchAll(/`((?:src|test|scripts|resources)\/[\w./-]+)`/g)].map(([, path = '']) => path);

/** What a document links to, from the project's root. */
const linkedFrom = (document: string, text: string): string[] =>
  [...text.matchAll(/\]\((?![a-z]+:)([^)#\s]+)/g)].map(([, path = '']) => join(dirname(document), path));

it.each(documents)('%s names files that are there', (document) => {
  const text = readFileSync(join(root, document), 'utf8');
  const missing = [...quotedIn(text), ...linkedFrom(document, text)].filter(
    (path) => !existsSync(join(root, path)),
  );
  expect(missing).toEqual([]);
});
