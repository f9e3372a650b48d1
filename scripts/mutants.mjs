// `npm run mutants -- [--seed 1] [--count 50] [--only src/chains/ethereum]`: moves positions and formats in the chains' readers,
// one at a time and by a seed, in a copy of the project, and runs the tests beside each. A mutant that survives is a missing test.
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { root } from './prepare.mjs';

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '50' },
    only: { type: 'string', default: 'src/chains' },
    list: { type: 'boolean', default: false },
  },
});

/** Pictures of a fact; taking one for another shows a value in the wrong form. */
const KINDS = ['address', 'hash', 'amount', 'number', 'data', 'time'];
const COMPARISONS = new Map([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
]);

/**
 * @typedef {{ file: string, start: number, end: number, text: string, line: number, what: string }} Mutant
 */

/**
 * Every mutant of one file.
 * @param {string} file below the project's root
 * @returns {Mutant[]}
 */
function mutantsOf(file) {
  const source = readFileSync(join(root, file), 'utf8');
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  /** @type {Mutant[]} */
  const found = [];
  /** @param {ts.Node} node @param {string} text */
  const add = (node, text) => {
    const [start, end] = [node.getStart(tree), node.getEnd()];
    const line = tree.getLineAndCharacterOfPosition(start).line + 1;
    found.push({ file, start, end, text, line, what: `${source.slice(start, end)} -> ${text}` });
  };
  /** @param {ts.Node} node @param {readonly string[]} members names that the function at hand reads of something */
  const visit = (node, members) => {
    const inside = ts.isFunctionLike(node) ? membersRead(node) : members;
    if (ts.isNumericLiteral(node) && isPosition(node)) {
      const value = Number(node.text);
      add(node, String(value + 1));
      if (value > 0) add(node, String(value - 1));
    }
    if (ts.isBinaryExpression(node)) {
      const other = COMPARISONS.get(node.operatorToken.kind);
      if (other !== undefined) add(node.operatorToken, other);
    }
    if (ts.isStringLiteral(node) && KINDS.includes(node.text) && isValue(node)) {
      add(node, `'${KINDS[(KINDS.indexOf(node.text) + 1) % KINDS.length]}'`);
    }
    if (ts.isPropertyAccessExpression(node) && inside.length > 1) {
      const at = inside.indexOf(`${node.expression.getText(tree)}.${node.name.text}`);
      const next = inside.slice(at + 1).find((each) => each.startsWith(`${node.expression.getText(tree)}.`));
      if (at >= 0 && next !== undefined && !ts.isCallExpression(node.parent)) {
        add(node.name, next.slice(next.lastIndexOf('.') + 1));
      }
    }
    if (ts.isArrayBindingPattern(node)) {
      const names = node.elements.filter((each) => ts.isBindingElement(each) && ts.isIdentifier(each.name));
      if (names.length > 1) {
        add(node, node.getText(tree).replace(/\b(\w+)\b(\s*,\s*)\b(\w+)\b/, '$3$2$1'));
      }
    }
    if (ts.isStringLiteral(node) && /\{[\w.@]+\}.*\{[\w.@]+\}/.test(node.text)) {
      add(node, node.getText(tree).replace(/(\{[\w.@]+\})(.*?)(\{[\w.@]+\})/, '$3$2$1'));
    }
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  visit(tree, []);
  return found.filter(({ start, end, text }) => source.slice(start, end) !== text);
}

/** Members of one thing that a function reads, such as `p.tokenIn`. @param {ts.Node} root @returns {string[]} */
function membersRead(root) {
  const names = new Set();
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (
      ts.isPropertyAccessExpression(node) &&
      ts.isIdentifier(node.expression) &&
      !ts.isCallExpression(node.parent)
    )
      names.add(node.getText());
    ts.forEachChild(node, visit);
  };
  visit(root);
  return [...names];
}

/** Whether a number says where something stands or how it is written, and not how much is allowed. @param {ts.NumericLiteral} node */
function isPosition(node) {
  if (Number(node.text) > 4096 || /^0x/i.test(node.getText())) return false;
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (ts.isTypeNode(at) || ts.isEnumMember(at)) return false;
    if (ts.isFunctionLike(at) || ts.isStatement(at)) {
      return !(ts.isVariableStatement(at) && /^\s*(?:export )?const (?:MAX|MOST)_/.test(at.getText()));
    }
  }
  return false;
}

/** Whether a text is a value and no type or test. @param {ts.StringLiteral} node */
const isValue = (node) =>
  ts.isPropertyAssignment(node.parent) ||
  ts.isCallExpression(node.parent) ||
  ts.isArrayLiteralExpression(node.parent);

/** The TypeScript files below a path. @param {string} path @returns {string[]} */
function filesBelow(path) {
  if (path.endsWith('.ts')) return [path];
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}

/** Numbers from 0 to 1 by a seed (mulberry32). @param {number} seed */
function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The tests beside a file, those of its chain first. @param {string} file @returns {string[][]} */
function testsOf(file) {
  const [, chain] = /^src\/chains\/([\w-]+)\//.exec(file) ?? [];
  const all = ['test/chains', 'test/main/inspect', 'test/service/chains'];
  return chain !== undefined && existsSync(join(root, 'test/chains', chain))
    ? [[`test/chains/${chain}/`], all]
    : [all];
}

/** Runs tests of a copy in one process, so that what was not changed is read once. @param {string} copy */
async function openTests(copy) {
  const { createVitest } = await import('vitest/node');
  const vitest = await createVitest(
    'test',
    { root: copy, watch: false, project: ['unit'], bail: 1, reporters: [{}] },
    { server: { watch: null } },
  );
  return {
    /** Whether one of the tests fails. @param {string} changed @param {string[]} folders */
    fails: async (changed, folders) => {
      vitest.invalidateFile(join(copy, changed));
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
        await vitest.globTestSpecifications(folders),
      );
      return unhandledErrors.length > 0 || testModules.some((each) => each.state() === 'failed');
    },
    /** @param {string} changed */
    forget: (changed) => vitest.invalidateFile(join(copy, changed)),
    close: () => vitest.close(),
  };
}

const random = randomFrom(Number(options.seed));
const pool = filesBelow(options.only).flatMap(mutantsOf);
/** @type {Mutant[]} */
const picked = [];
while (picked.length < Number(options.count) && pool.length > 0) {
  picked.push(...pool.splice(Math.floor(random() * pool.length), 1));
}
if (options.list) {
  for (const { file, line, what } of picked) console.log(`${file}:${line}  ${what}`);
  process.exit(0);
}

const copy = mkdtempSync(join(tmpdir(), 'mutants-'));
const survivors = [];
try {
  cpSync(root, copy, {
    recursive: true,
    filter: (path) => !/^(?:node_modules|out|dist|\.git)(?:\/|$)/.test(relative(root, path)),
  });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  process.chdir(copy);
  const tests = await openTests(copy);
  // What fails without a mutant would kill them all.
  for (const folder of new Set(picked.flatMap(({ file }) => testsOf(file)[0] ?? []))) {
    const [{ file } = { file: '' }] = picked;
    if (await tests.fails(file, [folder])) throw new Error(`The tests in ${folder} fail without a mutant.`);
  }
  for (const mutant of picked) {
    const { file, start, end, text, line, what } = mutant;
    const source = readFileSync(join(copy, file), 'utf8');
    writeFileSync(join(copy, file), source.slice(0, start) + text + source.slice(end));
    let killed = false;
    for (const folders of testsOf(file)) killed ||= await tests.fails(file, folders);
    writeFileSync(join(copy, file), source);
    tests.forget(file);
    if (!killed) survivors.push(mutant);
    console.log(`${killed ? 'killed  ' : 'SURVIVED'} ${file}:${line}  ${what}`);
  }
  await tests.close();
} finally {
  process.chdir(root);
  rmSync(copy, { recursive: true, force: true });
}
console.log(`${picked.length - survivors.length} of ${picked.length} mutants killed (seed ${options.seed}).`);
process.exitCode = survivors.length === 0 ? 0 : 1;
