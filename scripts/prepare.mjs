// Brings a fresh machine with Node alone to where `npm start` and `npm test` can run. Node's own modules only.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setInterval } from 'node:timers';
import { parseArgs } from 'node:util';
import { adviceOn, familyOf, installLine, missingOn, packagesFor, thisSystem, which } from './system.mjs';

export const root = join(import.meta.dirname, '..');

/** Who started us. */
const parent = process.ppid;

/** Says what is going on, on standard error: standard output belongs to results. @param {string} text */
export const say = (text) => void process.stderr.write(`${text}\n`);

/** Installs the npm packages of the lockfile when they are missing or older than it. */
export function ensureNodeModules() {
  const stamp = join(root, 'node_modules/.package-lock.json');
  const lock = join(root, 'package-lock.json');
  if (existsSync(stamp) && installed(stamp) === installed(lock)) return;
  say('Installing npm packages (once)…');
  // npm is a script of this Node where npm started us; elsewhere it is on the PATH.
  const npm = process.env['npm_execpath'];
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } =
    npm !== undefined && npm.endsWith('.js')
      ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: ['ignore', 2, 2] })
      : spawnSync(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, {
          cwd: root,
          stdio: ['ignore', 2, 2],
          shell: process.platform === 'win32',
        });
  if (status !== 0) fail('npm ci failed; its own words are above.');
}

/**
 * The packages that a lockfile names, as one text to compare. Optional ones of other platforms do not count, nor those that
 * npm itself marks as extraneous and does not install.
 * @param {string} file
 */
function installed(file) {
  /** @type {{packages: Record<string, {version?: string, optional?: boolean, extraneous?: boolean}>}} */
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path !== '' && entry.optional !== true && entry.extraneous !== true)
    .map(([path, entry]) => `${path}@${entry.version ?? ''}`)
    .sort()
    .join('\n');
}

/**
 * Sees to what the system lacks: as root on Debian and its relatives it is installed, elsewhere and for everybody else it says the
 * one line to run, and nothing is run with other rights.
 * @param {readonly import('./system.mjs').Group[]} groups
 * @param {{ optional?: boolean, system?: import('./system.mjs').System }} [options] optional: say the line and go on
 */
export function ensureSystemPackages(groups, { optional = false, system = thisSystem() } = {}) {
  const missing = missingOn(groups, system);
  if (missing.length === 0) return;
  const apt = familyOf(system) === 'debian' ? which(['apt-get'], system) : undefined;
  if (apt === undefined || !system.isRoot) {
    const told = adviceOn(missing, system);
    if (optional) return void say(told);
    fail(told);
  }
  const packages = packagesFor(missing, system);
  say(`Installing ${packages.join(', ')} (once)…`);
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (/** @type {string[]} */ args) =>
    spawnSync(apt, args, { stdio: ['ignore', 'ignore', 2], env: environment }).status === 0;
  const install = ['install', '-y', '--no-install-recommends', ...packages];
  // The package lists of a fresh image are often empty; they are read only when the first try fails.
  if (run(install) || (run(['update']) && run(install))) return;
  const told = `Could not install them. Run by hand:\n\n  ${installLine(missing, system) ?? ''}\n`;
  if (optional) say(told);
  else fail(told);
}

/**
 * Ends a child when who started us is gone: npm that is ended takes its shell down and leaves its script behind.
 * @param {import('node:child_process').ChildProcess} child
 */
export function endWithParent(child) {
  setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM');
  }, 250).unref();
}

/**
 * Reads a script's options. `--help` shows how it is used; what it does not take ends the program with that and status 2.
 * @template {Record<string, { type: 'string' | 'boolean' }>} T
 * @param {string} usage
 * @param {T} options
 * @returns {{ [K in keyof T]?: T[K]['type'] extends 'boolean' ? boolean : string }}
 */
export function readOptions(usage, options) {
  if (process.argv.includes('--help')) {
    say(`usage: ${usage}`);
    process.exit(0);
  }
  try {
    return /** @type {any} */ (parseArgs({ options, strict: true, allowPositionals: false }).values);
  } catch (error) {
    const [why] = (error instanceof Error ? error.message : String(error)).split(/[.\n]/u);
    say(`${why}.\nusage: ${usage}`);
    process.exit(2);
  }
}

/** Ends the program with a message. @param {string} text @returns {never} */
export function fail(text) {
  say(text);
  process.exit(1);
}
