// `npm run check [-- --without-lint]`: types, generated lists, lint, format, unused code, measures, sign path, lockfile. Runs all
// of them and fails when one fails.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { ensureNodeModules } from './prepare.mjs';

const root = join(import.meta.dirname, '..');
const bin = (/** @type {string} */ name) => join(root, 'node_modules', ...name.split('/'));
const LINT = [
  'lint',
  // Types of the whole project at once are more than the 4 GiB that Node takes by itself.
  '--max-old-space-size=8192',
  bin('eslint/bin/eslint.js'),
  '.',
  '--max-warnings',
  '0',
  '--cache',
  '--cache-location',
  bin('.cache/eslint/'),
];
const TYPES = ['types', bin('typescript/bin/tsc'), '-b'];
const OTHERS = [
  ['generated lists', join(root, 'scripts/generate.mjs'), '--check'],
  ['format', bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'],
  ['unused code', bin('knip/bin/knip.js')],
  ['measures', join(root, 'scripts/measures.mjs')],
  ['sign path', join(root, 'scripts/sign-path.mjs')],
  ['lockfile', join(root, 'scripts/lockfile.mjs')],
];

/**
 * Runs a step and gives what it wrote when it has ended, so that steps side by side do not write into each other.
 * @param {readonly string[]} step its name, its script and the script's arguments
 */
async function run([name = '', script = '', ...args]) {
  const began = Date.now();
  const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  /** @type {Buffer[]} */
  const said = [];
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', (/** @type {Buffer} */ part) => said.push(part));
  }
  const [code] = await once(child, 'close');
  process.stdout.write(Buffer.concat(said));
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  return code === 0;
}

/** Runs steps one after the other. @param {readonly (readonly string[])[]} steps @returns whether all passed */
async function runAll(steps) {
  let passed = true;
  for (const step of steps) passed = (await run(step)) && passed;
  return passed;
}

ensureNodeModules();
// Two rows side by side. Lint takes twice as long as all others together.
const rows = process.argv.includes('--without-lint') ? [[TYPES], OTHERS] : [[LINT], [TYPES, ...OTHERS]];
const passed = await Promise.all(rows.map(runAll));
process.exit(passed.every(Boolean) ? 0 : 1);
