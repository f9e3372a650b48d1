// `npm run conformance [-- --json FILE] [--database postgres://USER@HOST/DATABASE [--database-password-file FILE]]`: runs the conformance suites and prints the specification's table, a row for each
// operation, query, header and rule with a test that proves it, and for each operation and query of the catalogue the
// end-to-end test that ran it from the window, and for each operation the test that took it round by file. Fails when a row
// has no test or a test failed. With a database of a PostgreSQL every service of the suites has one of its own on that server,
// made and dropped; the window and the files, whose services are the console's own, are not run then.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { ensureBuild } from './build.mjs';
import { withBundle } from './bundle.mjs';
import { ensureNodeModules, ensureSystemPackages, root, say } from './prepare.mjs';
import { runPrivately } from './private-session.mjs';
import { which } from './system.mjs';

/** @typedef {{ kind: string, name: string, inWindow?: boolean }} Row */
/** @typedef {{ test: string, passed: boolean, count: number }} Proof */
/** @typedef {{ fullName: string, status: string }} Test */

ensureNodeModules();
ensureSystemPackages(['keychain', 'display', 'window']);
const jsonFile = given('--json', 'the file to write');
const database = given('--database', 'the address of a PostgreSQL whose user may make databases');
const passwordFile = given('--database-password-file', 'the file with its password');
if (database !== undefined) process.env['KEYOPS_TEST_DATABASE'] = database;
if (passwordFile !== undefined) process.env['KEYOPS_TEST_DATABASE_PASSWORD_FILE'] = passwordFile;

const rows = await readRows();
if (rows === undefined) {
  say('The specification is not beside the repository (../shared/spec): there is nothing to compare with.');
  process.exit(1);
}
ensureBuild();
const service = await runSuite('unit', 'test/service/conformance');
// The runs are one after the other: each of them takes the machine.
const none = { code: 0, tests: [] };
const isDesktop = database === undefined;
const window = isDesktop ? await runSuite('e2e', 'test/e2e/operations.test.ts') : none;
const files = isDesktop
  ? await runSuite('integration', 'test/integration/console/offline-round-trip.test.ts')
  : none;
const results = rows.map(({ kind, name, inWindow }) => ({
  kind,
  name,
  ...prove(service.tests, `spec: ${kind} ${name}:`),
  ...(inWindow && isDesktop ? { window: prove(window.tests, `window: ${kind} ${name}:`) } : {}),
  ...(inWindow && isDesktop && kind === 'operation'
    ? { offline: prove(files.tests, `offline: ${kind} ${name}:`) }
    : {}),
}));
for (const { kind, name, window: shown, offline, ...proof } of results) {
  console.log(`${verdict(proof)} ${kind.padEnd(9)} ${name.padEnd(50)} ${words(proof)}`);
  if (shown !== undefined)
    console.log(`${verdict(shown)} ${''.padEnd(9)} ${'  in the window'.padEnd(50)} ${words(shown)}`);
  if (offline !== undefined)
    console.log(`${verdict(offline)} ${''.padEnd(9)} ${'  by file'.padEnd(50)} ${words(offline)}`);
}
const missing = results.filter(
  ({ passed, window: shown, offline }) => !passed || shown?.passed === false || offline?.passed === false,
).length;
const tests = [...service.tests, ...window.tests, ...files.tests];
const failures = tests.filter(({ status }) => status === 'failed').length;
console.log(`${results.length} rows, ${missing} not proven; ${tests.length} tests, ${failures} failed`);
if (jsonFile !== undefined) {
  const listed = results.map(({ kind, name, test, passed, window: shown, offline }) => ({
    kind,
    name,
    test,
    passed,
    ...(shown === undefined ? {} : { window: { test: shown.test, passed: shown.passed } }),
    ...(offline === undefined ? {} : { offline: { test: offline.test, passed: offline.passed } }),
  }));
  writeFileSync(jsonFile, `${JSON.stringify(listed, null, 2)}\n`);
}
process.exit(missing === 0 && [service, window, files].every(({ code }) => code === 0) ? 0 : 1);

/** The value of an option. @param {string} name @param {string} what @returns {string | undefined} */
function given(name, what) {
  const at = process.argv.indexOf(name);
  const value = at === -1 ? undefined : process.argv[at + 1];
  if (at !== -1 && value === undefined) {
    say(`${name} takes ${what}.`);
    process.exit(2);
  }
  return value;
}

/**
 * What a run says of the tests whose names have a title in them; a skipped test proves nothing.
 * @param {Test[]} tests @param {string} title @returns {Proof}
 */
function prove(tests, title) {
  const ran = tests.filter(({ fullName, status }) => fullName.includes(title) && status !== 'skipped');
  const failed = ran.find(({ status }) => status !== 'passed');
  const test = (failed ?? ran[0])?.fullName ?? '';
  return { test, passed: ran.length > 0 && failed === undefined, count: ran.length };
}

/** @param {Proof} proof */
function verdict({ passed }) {
  return passed ? 'ok    ' : 'FAILED';
}

/** @param {Proof} proof */
function words({ test, count }) {
  return count === 0 ? 'no test proves it' : test + (count > 1 ? ` (and ${count - 1} more)` : '');
}

/** The rows of the specification's table, read from its text. @returns {Promise<Row[] | undefined>} */
async function readRows() {
  const entries = {
    specification: 'test/service/conformance/specification.ts',
    rows: 'test/service/conformance/rows.ts',
  };
  return withBundle(entries, async (folder) => {
    const load = (/** @type {string} */ name) => import(pathToFileURL(join(folder, `${name}.mjs`)).href);
    const { readSpecification } = await load('specification');
    const { catalogueRows, rowsOf } = await load('rows');
    const specification = readSpecification(join(root, '../shared/spec'));
    if (specification === undefined) return undefined;
    /** @type {Row[]} */
    const inWindow = catalogueRows();
    const named = new Set(inWindow.map(({ kind, name }) => `${kind} ${name}`));
    /** @type {Row[]} */
    const specified = rowsOf(specification);
    return [...inWindow, ...specified.filter(({ kind, name }) => !named.has(`${kind} ${name}`))];
  });
}

/**
 * Runs suites and gives what the runner itself says of every test.
 * @param {string} project @param {string} place
 */
async function runSuite(project, place) {
  const folder = mkdtempSync(join(tmpdir(), 'keyops-conformance-'));
  const report = join(folder, 'report.json');
  try {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const options = [
      '--project',
      project,
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ];
    const code = await runPrivately([process.execPath, vitest, 'run', ...options, place], {
      cwd: root,
      display: which(['xvfb-run']) !== undefined,
    });
    /** @type {{ testResults: { assertionResults: Test[] }[] }} */
    const json = JSON.parse(readFileSync(report, 'utf8'));
    return { code, tests: json.testResults.flatMap(({ assertionResults }) => assertionResults) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
