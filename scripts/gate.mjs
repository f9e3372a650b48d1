// The last part of the gate (.ci/run): `npm test`, and after it `npm run package` where there is something to make packages with,
// on the same build. The last line adds both up; it ends with 1 when anything failed.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { installedElectron } from './find-electron.mjs';
import { root, say } from './prepare.mjs';
import { which } from './system.mjs';
import { sumOf } from './test-outcome.mjs';

/** Runs a script of ours and shows what it writes as it comes. @param {string} script @returns {Promise<{ output: string, code: number | null }>} */
function run(script) {
  const child = spawn(process.execPath, [join(root, 'scripts', script)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (/** @type {Buffer} */ part) => {
    process.stdout.write(part);
    output = (output + part.toString()).slice(-10_000);
  });
  return new Promise((resolve) => {
    child.on('error', () => resolve({ output, code: null }));
    child.on('close', (code) => resolve({ output, code }));
  });
}

/** Why no package is made here, or undefined. */
function noPackages() {
  if (process.platform !== 'linux') return 'the release workflow makes those of this system';
  if (installedElectron(process.env) === undefined)
    return 'there is no Electron to pack (ELECTRON_OVERRIDE_DIST_PATH names one)';
  const isRoot = process.getuid?.() === 0;
  // As root on Debian it gets them itself.
  if (which(['dpkg-deb', 'rpmbuild']) === undefined && !isRoot)
    return 'neither dpkg-deb nor rpmbuild is here';
  return undefined;
}

const runs = [await run('test.mjs')];
const why = noPackages();
if (why === undefined) runs.push(await run('package.mjs'));
else say(`npm run package is skipped: ${why}.`);
const { line, failed } = sumOf(runs);
console.log(line);
process.exitCode = failed ? 1 : 0;
