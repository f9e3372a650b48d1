// `node scripts/measures.mjs`: how large the source's files are, whether imports run in circles (types count too), and how long
// the longest step is that puts the console together. Prints the figures; exits with 1 when files import each other in a circle,
// or folders of an area that goes one way, or such a step is too long or uses a name before it is defined.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import process from 'node:process';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');
/** A file this short is worth one of its own only where several others use it. */
const SMALL = 25;
/** Folders of these areas import each other one way; elsewhere their circles are counted and shown. */
const ONE_WAY = ['src/chains', 'src/main', 'src/service', 'src/protocol', 'src/preload', 'src/renderer'];

/** Where the console is put together, and how many lines one function or list of it may have. */
const COMPOSITION = [
  'src/main/app/compose.ts',
  'src/main/app/console.ts',
  'src/main/context/console-context.ts',
];
const COMPOSITION_LINES = 80;

const texts = new Map(
  readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [relative(root, path).split(sep).join('/'), readFileSync(path, 'utf8')]),
);

/** @type {Record<string, string>} */
const aliases = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).imports;
/** What `#room/path` stands for: package.json's `imports`. @param {string} specifier */
function aliased(specifier) {
  const [room = '', ...path] = specifier.split('/');
  return normalize((aliases[`${room}/*`] ?? '').replace('*', path.join('/')));
}

/** @type {Map<string, Set<string>>} */
const imports = new Map();
for (const [file, text] of texts) {
  const found = [...text.matchAll(/(?:from|import\()\s*'([.#][^']+)'/g)].map(([, path = '']) =>
    path.startsWith('#') ? aliased(path) : normalize(join(dirname(file), path)),
  );
  imports.set(file, new Set(found.filter((path) => texts.has(path))));
}

/** @type {Map<string, Set<string>>} */
const folders = new Map();
for (const [file, others] of imports) {
  const from = dirname(file);
  const to = folders.get(from) ?? new Set();
  folders.set(from, to);
  for (const other of others) if (dirname(other) !== from) to.add(dirname(other));
}

/**
 * The circles of a graph: its strongly connected parts of two and more (Tarjan).
 * @param {ReadonlyMap<string, ReadonlySet<string>>} graph
 */
function circlesOf(graph) {
  /** @type {Map<string, { index: number, low: number }>} */
  const seen = new Map();
  /** @type {string[]} */
  const path = [];
  /** @type {string[][]} */
  const circles = [];
  /** @param {string} node */
  const visit = (node) => {
    const mark = { index: seen.size, low: seen.size };
    seen.set(node, mark);
    path.push(node);
    for (const next of graph.get(node) ?? []) {
      const known = seen.get(next);
      if (known === undefined) mark.low = Math.min(mark.low, visit(next).low);
      else if (path.includes(next)) mark.low = Math.min(mark.low, known.index);
    }
    if (mark.low === mark.index) {
      const part = path.splice(path.indexOf(node));
      if (part.length > 1) circles.push(part.sort());
    }
    return mark;
  };
  for (const node of graph.keys()) if (!seen.has(node)) visit(node);
  return circles;
}

/**
 * The steps of a file, each with its lines and the local names that it uses before they are defined.
 * @param {string} file
 */
function stepsOf(file) {
  const source = ts.createSourceFile(file, texts.get(file) ?? '', ts.ScriptTarget.Latest, true);
  const line = (/** @type {number} */ at) => source.getLineAndCharacterOfPosition(at).line;
  return source.statements
    .filter((statement) => ts.isFunctionDeclaration(statement) || ts.isVariableStatement(statement))
    .map((step) => {
      /** @type {Map<string, number>} */
      const defined = new Map();
      /** @type {(readonly [string, number])[]} */
      const used = [];
      /** @param {ts.Node} node */
      const visit = (node) => {
        const { parent } = node;
        if (ts.isIdentifier(node)) {
          const isDefined =
            (ts.isVariableDeclaration(parent) || ts.isBindingElement(parent)) && parent.name === node;
          const isMember =
            (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) &&
            parent.name === node;
          if (isDefined && !defined.has(node.text)) defined.set(node.text, node.pos);
          else if (!isMember && !ts.isTypeReferenceNode(parent)) used.push([node.text, node.pos]);
        }
        ts.forEachChild(node, visit);
      };
      visit(step);
      return {
        lines: line(step.getEnd()) - line(step.getStart(source)) + 1,
        early: used
          .filter(([name, at]) => at < (defined.get(name) ?? -1))
          .map(([name]) => `${file}: ${name}`),
      };
    });
}

const lines = [...texts.values()]
  .map((text) => text.split('\n').length - 1)
  .sort((one, other) => one - other);
const at = (/** @type {number} */ share) => lines[Math.floor(lines.length * share)] ?? 0;
const small = lines.filter((count) => count <= SMALL).length / lines.length;
const fileCircles = circlesOf(imports);
const folderCircles = circlesOf(folders);
const forbidden = folderCircles.filter((circle) =>
  circle.some((folder) => ONE_WAY.some((area) => `${folder}/`.startsWith(`${area}/`))),
);

console.log(
  `${lines.length} files, ${lines.reduce((sum, count) => sum + count, 0)} lines, median ${at(0.5)}, p90 ${at(0.9)}, ` +
    `${(small * 100).toFixed(0)} % of ${SMALL} lines or fewer, ${fileCircles.length} circles of files, ` +
    `${folderCircles.length} of folders`,
);
const steps = COMPOSITION.flatMap(stepsOf);
const longest = Math.max(...steps.map((step) => step.lines));
const early = steps.flatMap((step) => step.early);
console.log(
  `composition: ${longest} lines of at most ${COMPOSITION_LINES}, ${early.length} names used before they are defined`,
);
for (const name of early) console.log(`used before it is defined: ${name}`);
for (const circle of [...fileCircles, ...forbidden]) console.log(`circle: ${circle.join(', ')}`);
const isComposed = longest <= COMPOSITION_LINES && early.length === 0;
process.exit(isComposed && fileCircles.length + forbidden.length === 0 ? 0 : 1);
