// Brings a fresh machine with Node alone to where `npm start` and `npm test` can run. Node's own modules only.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';

export const root = join(import.meta.dirname, '..');

/** Says what is going on, on standard error: standard output belongs to results. @param {string} text */
export const say = (text) => void process.stderr.write(`${text}\n`);

/** The first of the programs that is on the PATH, or undefined. @param {readonly string[]} names */
export function which(names) {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const endings = process.platform === 'win32' ? ['.exe', '.cmd'] : [''];
  for (const name of names) {
    for (const folder of folders) {
      for (const ending of endings) {
        const file = join(folder, name + ending);
        if (existsSync(file) && statSync(file).isFile()) return file;
      }
    }
  }
  return undefined;
}

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

/** What each Debian package is needed for, and how to tell that it is there. */
const SYSTEM = {
  window: [
    {
      need: () => which(['chromium', 'chromium-browser', 'google-chrome']) !== undefined,
      packages: ['chromium'],
    },
  ],
  display: [
    { need: () => which(['Xvfb']) !== undefined, packages: ['xvfb', 'xauth'] },
    // Moves the screen's own pointer, for the tests of the approval surface.
    { need: () => which(['xdotool']) !== undefined, packages: ['xdotool'] },
  ],
  keychain: [
    { need: () => which(['gnome-keyring-daemon']) !== undefined, packages: ['gnome-keyring'] },
    { need: () => which(['dbus-run-session']) !== undefined, packages: ['dbus'] },
    { need: () => hasLibrary('libsecret-1.so.0'), packages: ['libsecret-1-0'] },
  ],
  electron: [
    { need: () => hasLibrary('libgtk-3.so.0'), packages: ['libgtk-3-0'] },
    { need: () => hasLibrary('libnss3.so'), packages: ['libnss3'] },
    { need: () => hasLibrary('libgbm.so.1'), packages: ['libgbm1'] },
    { need: () => hasLibrary('libasound.so.2'), packages: ['libasound2'] },
  ],
};

/** @param {string} name */
function hasLibrary(name) {
  const { stdout } = spawnSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' });
  return (stdout ?? '').includes(name);
}

/**
 * Installs the Debian packages that are missing: by itself as root, else by saying the one line to run.
 * Elsewhere than on Debian and Ubuntu it does nothing: the programs are looked for where they are used.
 * @param {readonly (keyof typeof SYSTEM)[]} groups
 * @param {{ optional?: boolean }} [options] optional: say the line and go on
 */
export function ensureSystemPackages(groups, options = {}) {
  if (process.platform !== 'linux' || which(['apt-get']) === undefined) return;
  const missing = groups
    .flatMap((group) => SYSTEM[group])
    .filter((entry) => !entry.need())
    .flatMap((entry) => entry.packages);
  if (missing.length === 0) return;
  const line = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  if (process.getuid?.() !== 0) {
    const told = `This machine lacks ${missing.join(', ')}. Run once:\n\n  sudo ${line}\n`;
    if (options.optional === true) return void say(told);
    fail(told);
  }
  say(`Installing ${missing.join(', ')} (once)…`);
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (/** @type {string[]} */ args) =>
    spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 2], env: environment }).status === 0;
  const install = ['install', '-y', '--no-install-recommends', ...missing];
  // The package lists of a fresh image are often empty; they are read only when the first try fails.
  if (!apt(install) && !(apt(['update']) && apt(install)))
    fail(`Could not install them. Run by hand:\n\n  ${line}\n`);
}

/** Ends the program with a message. @param {string} text @returns {never} */
export function fail(text) {
  say(text);
  process.exit(1);
}
