// `npm test [-- vitest's own arguments]`: prepares what is missing, builds, and runs every suite. The last line adds up.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { ensureBuild } from './build.mjs';
import { ensureNodeModules, ensureSystemPackages, root, say, which } from './prepare.mjs';
import { runPrivately } from './private-session.mjs';

ensureNodeModules();
ensureSystemPackages(['keychain', 'display', 'window']);
if (process.env['ELECTRON_OVERRIDE_DIST_PATH'] !== undefined) ensureSystemPackages(['electron']);
ensureBuild();

const folder = mkdtempSync(join(tmpdir(), 'keyops-tests-'));
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
  { cwd: root, display: which(['xvfb-run']) !== undefined },
);

const { passed, failed, skipped } = count(report);
rmSync(folder, { recursive: true, force: true });
if (code !== 0 && failed === 0) say('The runner failed outside of any test; its own words are above.');
const closing = `${passed} passed, ${code !== 0 && failed === 0 ? 1 : failed} failed`;
console.log(skipped === 0 ? closing : `${closing}, ${skipped} skipped`);
process.exit(code);

/**
 * Adds up a report; a file that could not even be loaded counts as one failure.
 * @param {string} file
 */
function count(file) {
  try {
    /** @type {{numPassedTests: number, numFailedTests: number, numPendingTests: number, testResults: {status: string, assertionResults: unknown[]}[]}} */
    const json = JSON.parse(readFileSync(file, 'utf8'));
    const broken = json.testResults.filter(
      (suite) => suite.status === 'failed' && suite.assertionResults.length === 0,
    ).length;
    return {
      passed: json.numPassedTests,
      failed: json.numFailedTests + broken,
      skipped: json.numPendingTests,
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
