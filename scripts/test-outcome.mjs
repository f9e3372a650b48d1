// What a run of the tests ends with: its numbers, and whether Electron's own window was among what was tested.

/**
 * @typedef {{ fullName: string, status: string }} Test
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number,
 *   testResults: { status: string, assertionResults: Test[] }[] }} Report vitest's JSON report
 */

/** What `describeHosts` puts into the names of the tests that it skips for want of an Electron. */
const WITHOUT_ELECTRON = /, in electron: skipped, /;

/**
 * The last lines of a run, the one that adds up at the end, and whether it failed. A file that could not even be loaded
 * counts as one failure, and so does a runner that failed outside of any test. A run that skipped Electron's window says
 * so; where `electronExpected` is set, that is a failure, too.
 * @param {Report | undefined} report undefined where the runner left none
 * @param {{ code: number, electronExpected: boolean }} run the runner's exit code; whether Electron has to be there
 * @returns {{ lines: string[], failed: boolean }}
 */
export function outcomeOf(report, { code, electronExpected }) {
  const suites = report?.testResults ?? [];
  const broken = suites.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const skipped = report?.numPendingTests ?? 0;
  const withoutElectron = suites
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ fullName }) => WITHOUT_ELECTRON.test(fullName)).length;

  const lines = [];
  let failed = report === undefined ? 1 : report.numFailedTests + broken.length;
  if (code !== 0 && failed === 0) {
    failed = 1;
    lines.push('The runner failed outside of any test; its own words are above.');
  }
  if (withoutElectron > 0) {
    lines.push(`No Electron was found. Tests of its window that were skipped: ${withoutElectron}.`);
    if (electronExpected) {
      failed += 1;
      lines.push('CI has a runtime for them, so this run counts as failed.');
    }
  }
  const closing = `${report?.numPassedTests ?? 0} passed, ${failed} failed`;
  lines.push(skipped === 0 ? closing : `${closing}, ${skipped} skipped`);
  return { lines, failed: code !== 0 || failed > 0 };
}
