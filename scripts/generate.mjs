// Writes the lists that follow from folders, so that adding an operation is adding its files:
//   src/protocol/catalogue/all.ts, src/protocol/catalogue/summaries.ts, src/service/operations/all.ts,
//   docs/operations.md, docs/errors.md, resources/known/*.json
// `--check` writes nothing and fails when a list is stale.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { errorsDocument } from './errors-document.mjs';
import { knownLists } from './known-lists.mjs';

const root = join(import.meta.dirname, '..');
const check = process.argv.includes('--check');

/** @param {string} dashed @returns {string} */
const camel = (dashed) => dashed.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

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

const operations = modulesOf('src/protocol/catalogue', /= (?:submit|query)\(\{/);
const effects = modulesOf('src/service/operations', /= (?:submitHandler|queryHandler|voteHandler)\(/);

/** @type {string[][]} */
const files = [
  list(
    'src/protocol/catalogue',
    operations,
    '',
    '/** Every operation, in name order. */\nexport const catalogue',
    ' as const',
  ),
  list(
    'src/service/operations',
    effects,
    '',
    '/** What every operation of the catalogue does, in name order. */\nexport const operations',
    ' as const',
  ),
];

/** @param {string} file @param {string} member */
const member = (file, member) => new RegExp(`${member}: '([^']*)'`).exec(file)?.[1] ?? '';

const described = operations.map((module) => {
  const text = readFileSync(join(root, 'src/protocol/catalogue', `${module}.ts`), 'utf8');
  const kind = /= (submit|query)\(/.exec(text)?.[1] ?? '';
  const effect = kind === 'query' ? 'read' : member(text, 'effect');
  return {
    module,
    kind,
    effect,
    path: member(text, 'path'),
    summary: member(text, 'summary'),
    type: member(text, 'type'),
  };
});

const rows = described.map(
  ({ module, kind, path, summary, effect, type }) =>
    `| \`${kind}/${path}\` | ${summary} | ${effect} | ${type && `\`${type}\``} | [${module}.ts](../src/protocol/catalogue/${module}.ts) |`,
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
