// `npm run keyops -- COMMAND …`: requests by file, without a window. Standard output belongs to the answer.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { ensureBuild } from './build.mjs';
import { ensureNodeModules, fail, root } from './prepare.mjs';

const argv = process.argv.slice(2);
/** The descriptors that the command line names. @type {number[]} */
const named = [];
argv.forEach((argument, index) => {
  const [, inline] = /^--(?:secret|out|passphrase|identity)-fd(?:=(\d{1,4}))?$/.exec(argument) ?? [
    undefined,
    null,
  ];
  if (inline !== null) named.push(Number(inline ?? argv[index + 1]));
});
if (named.length > 0 && process.env['npm_lifecycle_event'] !== undefined)
  fail('npm does not hand on file descriptors. Run node scripts/keyops.mjs in place of npm run keyops --.');
ensureNodeModules();
ensureBuild();

/** @type {(number | 'inherit' | 'ignore')[]} */
const stdio = ['inherit', 'inherit', 'inherit'];
for (const number of named.filter((each) => each > 2 && each < 1000)) {
  while (stdio.length <= number) stdio.push('ignore');
  stdio[number] = number;
}
const keyops = spawn(process.execPath, [join(root, 'out/main/keyops.js'), ...argv], { stdio });
keyops.on('error', (error) => {
  process.stderr.write(`keyops cannot be run: ${error.message}\n`);
  process.exitCode = 70;
});
keyops.on('exit', (code) => process.exit(code ?? 70));
