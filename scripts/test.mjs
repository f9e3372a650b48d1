// `npm test [-- vitest's own arguments]`: prepares what is missing, builds, and runs every suite. The last line adds up.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { ensureBuild } from './build.mjs';
import { ensureNodeModules, ensureSystemPackages, root } from './prepare.mjs';
import { runPrivately } from './private-session.mjs';
import { outcomeOf } from './test-outcome.mjs';
import { familyOf, thisSystem, which } from './system.mjs';

/** What the run ends with wherever it ends: one that could not begin passed nothing, and failed. */
let lines = ['0 passed, 1 failed'];
process.on('exit', () => {
  for (const line of lines) console.log(line);
});

ensureNodeModules();
ensureSystemPackages(['keychain', 'display', 'window']);
// Without them the tests of tokens, and those on a PostgreSQL, say that they were skipped.
ensureSystemPackages(['token'], { optional: true });
ensureSystemPackages(['postgres'], { optional: true });
// The window's own tests take half the time in it. Other systems run them in the full browser.
if (familyOf(thisSystem()) === 'debian' && thisSystem().isRoot)
  ensureSystemPackages(['shell'], { optional: true });
if (process.env['ELECTRON_OVERRIDE_DIST_PATH'] !== undefined) ensureSystemPackages(['electron']);
ensureBuild();

const memory = folderInMemory();
const folder = mkdtempSync(join(memory ?? tmpdir(), 'keyops-tests-'));
// Tests that run as root start servers as another user, who has to reach its own folder below this one.
if (memory !== undefined) chmodSync(folder, 0o711);
const report = join(folder, 'report.json');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const code = await runPrivately(
  [
    process.execPath,
    vitest,
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...process.argv.slice(2),
  ],
  {
    cwd: root,
    display: which(['xvfb-run']) !== undefined,
    env: memory === undefined ? {} : { TMPDIR: folder },
  },
);

const outcome = outcomeOf(read(report), {
  code,
  electronExpected:
    process.env['ELECTRON_EXPECTED'] === '1' ||
    (Boolean(process.env['CI']) && existsSync(join(root, '../shared/tools/electron-runtime'))),
});
rmSync(folder, { recursive: true, force: true });
({ lines } = outcome);
process.exit(code !== 0 ? code : Number(outcome.failed));

/** A folder in memory for the tests' databases; undefined without one that has 8 GiB free and can run programs. */
function folderInMemory() {
  const place = '/dev/shm';
  if (process.platform !== 'linux' || !existsSync(place)) return undefined;
  const { bavail, bsize } = statfsSync(place);
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const options = mounts.map((line) => line.split(' ')).find(([, at]) => at === place)?.[3] ?? 'noexec';
  return bavail * bsize > 8 * 2 ** 30 && !options.split(',').includes('noexec') ? place : undefined;
}

/** @param {string} file @returns {import('./test-outcome.mjs').Report | undefined} */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
