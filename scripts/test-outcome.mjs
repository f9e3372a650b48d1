// What a run of the tests ends with: its numbers, and whether Electron's own window and a PostgreSQL were among what was tested;
// and what several runs end with together.

/**
 * @typedef {{ fullName: string, status: string }} Test
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number,
 *   testResults: { status: string, assertionResults: Test[] }[] }} Report vitest's JSON report
 */

/** What `describeHosts` puts into the names of the tests that it skips for want of an Electron. */
const WITHOUT_ELECTRON = /, in electron: skipped, /;
/** What `noPostgres` puts into the names of those that it skips. */
const WITHOUT_POSTGRES = /\bno PostgreSQL is installed\b/;

/**
 * The last lines of a run, the one that adds up at the end, and whether it failed. A file that could not even be loaded
 * counts as one failure, and so does a runner that failed outside of any test. A run that skipped Electron's window says
 * so; where `electronExpected` is set, that is a failure, too. One without a PostgreSQL says how many tests that left out.
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
  const tests = suites.flatMap(({ assertionResults }) => assertionResults);
  const named = (/** @type {RegExp} */ words) => tests.filter(({ fullName }) => words.test(fullName)).length;
  const withoutElectron = named(WITHOUT_ELECTRON);
  const withoutPostgres = named(WITHOUT_POSTGRES);

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
  if (withoutPostgres > 0)
    lines.push(`No PostgreSQL is installed. Tests that were left out for it: ${withoutPostgres}.`);
  const closing = `${report?.numPassedTests ?? 0} passed, ${failed} failed`;
  lines.push(skipped === 0 ? closing : `${closing}, ${skipped} skipped`);
  return { lines, failed: code !== 0 || failed > 0 };
}

/** The last line of `npm test`, and that of `npm run package`. */
const CLOSING =
  /^(?<passed>\d+) (?:passed|proven), (?<failed>\d+) (?:failed|not)(?:, (?<skipped>\d+) skipped)?$/u;

/**
 * The line that adds several runs up, and whether any of them failed. One that failed without saying what of it, or did not get
 * as far as its last line, counts as one failure more.
 * @param {readonly { output: string, code: number | null }[]} runs what each wrote to standard output, and its exit code
 */
export function sumOf(runs) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const { output, code } of runs) {
    const counts = CLOSING.exec(output.trimEnd().split('\n').at(-1) ?? '')?.groups;
    for (const name of /** @type {const} */ (['passed', 'failed', 'skipped']))
      sum[name] += Number(counts?.[name] ?? 0);
    if (counts === undefined || (code !== 0 && Number(counts['failed']) === 0)) sum.failed += 1;
  }
  const line = `${sum.passed} passed, ${sum.failed} failed`;
  return { line: sum.skipped === 0 ? line : `${line}, ${sum.skipped} skipped`, failed: sum.failed > 0 };
}
