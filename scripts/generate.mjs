// Writes the lists that follow from folders, so that adding an operation is adding its files:
//   src/protocol/catalogue/summaries.ts, src/service/operations/all.ts,
//   docs/operations.md, docs/errors.md, resources/known/*.json
// `--check` writes nothing and fails when a list is stale.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { withBundle } from './bundle.mjs';
import { errorsDocument } from './errors-document.mjs';
import { knownLists } from './known-lists.mjs';

const root = join(import.meta.dirname, '..');
const check = process.argv.includes('--check');

/** @param {string} dashed @returns {string} */
const camel = (dashed) => dashed.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
/** @param {string} camel @returns {string} */
const dashed = (camel) => camel.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * The modules of a folder whose text matches `pattern`, in name order.
 * @param {string} folder @param {RegExp} pattern
 */
const modulesOf = (folder, pattern) =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.ts') && file !== 'all.ts' && file !== 'summaries.ts')
    .filter((file) => pattern.test(readFileSync(join(root, folder, file), 'utf8')))
    .map((file) => file.slice(0, -3))
    .sort();

const NOTE = '// Written by `npm run generate`; do not edit.\n';

/** @param {string} folder @param {string[]} modules @param {string} head @param {string} name @param {string} type */
function list(folder, modules, head, name, type) {
  const imports = modules.map((module) => `import { ${camel(module)} } from './${module}.ts';\n`).join('');
  const members = modules.map((module) => `  ${camel(module)},\n`).join('');
  return [`${folder}/all.ts`, `${NOTE}${head}${imports}\n${name} = [\n${members}]${type};\n`];
}

const effects = modulesOf('src/service/operations', /= (?:submitHandler|queryHandler|voteHandler)\(/);

/** @type {string[][]} */
const files = [
  list(
    'src/service/operations',
    effects,
    '',
    '/** What every operation of the catalogue does, in name order. */\nexport const operations',
    ' as const',
  ),
];

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
  'src/protocol/catalogue/summaries.ts',
  [
    NOTE.trimEnd(),
    '/** Every operation in words, without its schemas: for the window, whose start they would cost. */',
    'export const summaries = [',
    ...described.map(
      ({ path, summary, effect }) => `  { path: '${path}', summary: '${summary}', effect: '${effect}' },`,
    ),
    '] as const;',
    '',
  ].join('\n'),
]);
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
