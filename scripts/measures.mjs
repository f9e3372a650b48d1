// `node scripts/measures.mjs`: how large the source's files are, and whether imports run in circles (types count too).
// Prints the figures; exits with 1 when files import each other in a circle, or folders of an area that goes one way.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import process from 'node:process';

const root = join(import.meta.dirname, '..');
/** A file this short is worth one of its own only where several others use it. */
const SMALL = 25;
/** Folders of these areas import each other one way; elsewhere their circles are counted and shown. */
const ONE_WAY = ['src/chains', 'src/main', 'src/service', 'src/protocol', 'src/preload', 'src/renderer'];

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
for (const circle of [...fileCircles, ...forbidden]) console.log(`circle: ${circle.join(', ')}`);
process.exit(fileCircles.length + forbidden.length === 0 ? 0 : 1);
