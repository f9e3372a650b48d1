// `npm run conformance [-- --json FILE]`: runs the conformance suites and prints the specification's table, a row for each
// operation, query, header and rule with a test that proves it. Fails when a row has no test or a test failed.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { withBundle } from './bundle.mjs';
import { ensureNodeModules, ensureSystemPackages, root, say, which } from './prepare.mjs';
import { runPrivately } from './private-session.mjs';

/** @typedef {{ kind: string, name: string }} Row */
/** @typedef {{ fullName: string, status: string }} Test */

ensureNodeModules();
ensureSystemPackages(['keychain', 'display', 'window']);
const at = process.argv.indexOf('--json');
const jsonFile = at === -1 ? undefined : process.argv[at + 1];
if (at !== -1 && jsonFile === undefined) {
  say('--json takes the file to write.');
  process.exit(2);
}

const rows = await readRows();
if (rows === undefined) {
  say('The specification is not beside the repository (../shared/spec): there is nothing to compare with.');
  process.exit(1);
}
const { code, tests } = await runSuites();
const results = rows.map(({ kind, name }) => {
  const proving = tests.filter(({ fullName }) => fullName.includes(`spec: ${kind} ${name}:`));
  const failed = proving.find(({ status }) => status !== 'passed');
  const test = (failed ?? proving[0])?.fullName ?? '';
  return { kind, name, test, passed: proving.length > 0 && failed === undefined, count: proving.length };
});
for (const { kind, name, test, passed, count } of results) {
  const proof = count === 0 ? 'no test proves it' : test + (count > 1 ? ` (and ${count - 1} more)` : '');
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${kind.padEnd(9)} ${name.padEnd(50)} ${proof}`);
}
const missing = results.filter(({ passed }) => !passed).length;
const failures = tests.filter(({ status }) => status === 'failed').length;
console.log(`${results.length} rows, ${missing} not proven; ${tests.length} tests, ${failures} failed`);
if (jsonFile !== undefined) {
  const listed = results.map(({ kind, name, test, passed }) => ({ kind, name, test, passed }));
  writeFileSync(jsonFile, `${JSON.stringify(listed, null, 2)}\n`);
}
process.exit(missing === 0 && code === 0 ? 0 : 1);

/** The rows of the specification's table, read from its text. @returns {Promise<Row[] | undefined>} */
async function readRows() {
  const entries = {
    specification: 'test/service/conformance/specification.ts',
    rows: 'test/service/conformance/rows.ts',
  };
  return withBundle(entries, async (folder) => {
    const load = (/** @type {string} */ name) => import(pathToFileURL(join(folder, `${name}.mjs`)).href);
    const { readSpecification } = await load('specification');
    const { rowsOf } = await load('rows');
    const specification = readSpecification(join(root, '../shared/spec'));
    return specification === undefined ? undefined : rowsOf(specification);
  });
}

/** Runs the suites and gives what the runner itself says of every test. */
async function runSuites() {
  const folder = mkdtempSync(join(tmpdir(), 'keyops-conformance-'));
  const report = join(folder, 'report.json');
  try {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const options = ['--project', 'unit', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
    const code = await runPrivately(
      [process.execPath, vitest, 'run', ...options, 'test/service/conformance'],
      {
        cwd: root,
        display: which(['xvfb-run']) !== undefined,
      },
    );
    /** @type {{ testResults: { assertionResults: Test[] }[] }} */
    const json = JSON.parse(readFileSync(report, 'utf8'));
    return { code, tests: json.testResults.flatMap(({ assertionResults }) => assertionResults) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
