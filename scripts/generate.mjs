// Writes the lists that follow from the source:
//   docs/operations.md, docs/errors.md, resources/known/*.json
// `--check` writes nothing and fails when a list is stale.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { withBundle } from './bundle.mjs';
import { errorsDocument } from './errors-document.mjs';
import { knownLists } from './known-lists.mjs';

const root = join(import.meta.dirname, '..');
const check = process.argv.includes('--check');

/** @param {string} camel @returns {string} */
const dashed = (camel) => camel.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** @type {string[][]} */
const files = [];

/** @typedef {{ path: string, kind: string, effect: string, summary: string, type?: string }} Operation */

/** Every operation with the file that declares it. @type {(Operation & { file: string })[]} */
const described = await withBundle({ catalogue: 'src/protocol/catalogue/catalogue.ts' }, async (folder) => {
  const module = await import(pathToFileURL(join(folder, 'catalogue.mjs')).href);
  const files = new Map(
    Object.entries(module.resources).flatMap(([name, resource]) =>
      module.operationsOf(resource).map((/** @type {Operation} */ { path }) => [path, `${dashed(name)}.ts`]),
    ),
  );
  return module.catalogue.map((/** @type {Operation} */ operation) => ({
    ...operation,
    file: files.get(operation.path),
  }));
});

const rows = described.map(
  ({ kind, path, summary, effect, type, file }) =>
    `| \`${kind}/${path}\` | ${summary} | ${effect} | ${type === undefined ? '' : `\`${type}\``} | [${file}](../src/protocol/catalogue/${file}) |`,
);
files.push([
  'docs/operations.md',
  [
    '# Operations',
    '',
    'Written by `npm run generate` from `src/protocol/catalogue`; each file there holds the schemas.',
    '',
    '| Path below `/public/v1/` | What it does | Effect | Activity type | Declared in |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n'),
]);

files.push(['docs/errors.md', await errorsDocument()]);
files.push(...(await knownLists()));

let stale = 0;
for (const [path = '', text = ''] of files) {
  const file = join(root, path);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  if (check) {
    console.error(`${path} is stale: run \`npm run generate\`.`);
    stale += 1;
  } else {
    writeFileSync(file, text);
    console.log(`wrote ${path}`);
  }
}
process.exit(stale === 0 ? 0 : 1);
