// `npm run check`: types, generated lists, lint, format, unused code. Runs all of them and fails when one fails.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { ensureNodeModules } from './prepare.mjs';

const root = join(import.meta.dirname, '..');
const bin = (/** @type {string} */ name) => join(root, 'node_modules', ...name.split('/'));
const steps = [
  ['types', bin('typescript/bin/tsc'), '-b'],
  ['generated lists', join(root, 'scripts/generate.mjs'), '--check'],
  [
    'lint',
    bin('eslint/bin/eslint.js'),
    '.',
    '--max-warnings',
    '0',
    '--cache',
    '--cache-location',
    bin('.cache/eslint/'),
  ],
  ['format', bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'],
  ['unused code', bin('knip/bin/knip.js')],
];

ensureNodeModules();
let failed = 0;
for (const [name = '', script = '', ...args] of steps) {
  const began = Date.now();
  const { status } = spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' });
  console.log(
    `${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`,
  );
  if (status !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
