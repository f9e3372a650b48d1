// `node scripts/advisories.mjs [--report FILE]`: asks npm for the advisories about the packages of the lockfile, or reads such a
// report, and fails on each that scripts/supply-chain.json has no exception for, on an exception that has expired, and on one that
// nothing needs any more. A registry that does not answer is a failure too: it says nothing about the packages.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { root } from './prepare.mjs';

/**
 * @typedef {{ id: string, package: string, severity: string, title: string }} Advisory
 * @typedef {{ id: string, package: string, reason: string, expires: string }} Exception expires: the last day, YYYY-MM-DD
 */

const DAY = /^\d{4}-\d{2}-\d{2}$/u;
/** The id at the end of an advisory's address. */
const GHSA = /GHSA(?:-[0-9a-z]{4}){3}$/u;

/**
 * The advisories of a report of `npm audit --json` (auditReportVersion 2), each once for its package.
 * @param {unknown} report @returns {Advisory[] | undefined} undefined for what is no whole report, such as an error of the registry
 */
export function advisoriesOf(report) {
  if (typeof report !== 'object' || report === null) return undefined;
  const { auditReportVersion, vulnerabilities } = /** @type {Record<string, unknown>} */ (report);
  if (auditReportVersion !== 2 || typeof vulnerabilities !== 'object' || vulnerabilities === null)
    return undefined;
  /** @type {Map<string, Advisory>} */
  const found = new Map();
  for (const { via } of /** @type {{ via: unknown[] }[]} */ (Object.values(vulnerabilities))) {
    // A text names another package of the report, through which this one has it.
    for (const cause of via ?? []) {
      if (typeof cause !== 'object' || cause === null) continue;
      const { source, url, name, severity, title } = /** @type {Record<string, unknown>} */ (cause);
      const id = GHSA.exec(String(url))?.[0] ?? String(source);
      const advisory = { id, package: String(name), severity: String(severity), title: String(title) };
      found.set(`${advisory.id} ${advisory.package}`, advisory);
    }
  }
  return [...found.values()];
}

/**
 * What is wrong, in sentences; empty when nothing.
 * @param {readonly Advisory[]} advisories @param {readonly Exception[]} exceptions @param {string} today YYYY-MM-DD @returns {string[]}
 */
export function advisoryFaults(advisories, exceptions, today) {
  const faults = [];
  for (const each of exceptions) {
    const what = `The exception for ${each.id} in ${each.package}`;
    if (!DAY.test(each.expires) || each.reason.trim() === '')
      faults.push(`${what} has no reason or no day on which it ends.`);
    else if (each.expires < today) faults.push(`${what} ended on ${each.expires}.`);
    if (!advisories.some((one) => covers(each, one)))
      faults.push(`${what} is not needed any more: remove it.`);
  }
  for (const one of advisories) {
    if (!exceptions.some((each) => covers(each, one)))
      faults.push(`${one.package} has an advisory (${one.severity}): ${one.id}, ${one.title}`);
  }
  return faults;
}

/** @param {Exception} exception @param {Advisory} advisory */
const covers = (exception, advisory) =>
  exception.id === advisory.id && exception.package === advisory.package;

/** Asks the registry; npm ends with 1 when it found something, and says in its report what went wrong. */
function askRegistry() {
  const { stdout } = spawnSync('npm', ['audit', '--json', '--registry=https://registry.npmjs.org/'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 1 << 28,
  });
  return stdout;
}

/** @param {string} text @returns {unknown} */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const at = process.argv.indexOf('--report');
  const file = at === -1 ? undefined : process.argv[at + 1];
  const list = JSON.parse(readFileSync(join(root, 'scripts/supply-chain.json'), 'utf8'));
  const found = advisoriesOf(parse(file === undefined ? askRegistry() : readFileSync(file, 'utf8')));
  if (found === undefined) {
    console.log('The registry gave no report of advisories; nothing is known about the packages.');
    process.exitCode = 2;
  } else {
    const faults = advisoryFaults(found, list.advisories, new Date().toISOString().slice(0, 10));
    for (const fault of faults) console.log(fault);
    console.log(`${found.length} advisories, ${list.advisories.length} exceptions, ${faults.length} faults`);
    process.exitCode = faults.length === 0 ? 0 : 1;
  }
}
