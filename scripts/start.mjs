// `npm start`: prepares what is missing, builds, and shows the console: in Electron, else in Chromium, else as a tour.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { ensureBuild } from './build.mjs';
import { obtainElectron } from './find-electron.mjs';
import {
  endWithParent,
  ensureNodeModules,
  ensureSystemPackages,
  readOptions,
  root,
  say,
} from './prepare.mjs';
import { missingBus, thisSystem } from './system.mjs';

const USAGE =
  'npm start -- [--chromium] [--offline] [--accept-older-database] [--accept-lost-keychain] [--purge-data] [--tour offline]';
/** What the operator says to the console itself. */
const FOR_CONSOLE = /** @type {const} */ ({
  offline: { type: 'boolean' },
  'accept-older-database': { type: 'boolean' },
  'accept-lost-keychain': { type: 'boolean' },
  'purge-data': { type: 'boolean' },
});
/** `tour`: which tour is asked for by name; left out where the console is to be shown. */
const {
  tour,
  chromium: forced = false,
  ...others
} = readOptions(
  USAGE,
  /** @type {const} */ ({ ...FOR_CONSOLE, chromium: { type: 'boolean' }, tour: { type: 'string' } }),
);
const said = Object.keys(others).map((name) => `--${name}`);
const screen =
  process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);

ensureNodeModules();
if (said.includes('--purge-data')) {
  ensureBuild();
  // It asks on the terminal and shows no window. Both hosts have the same folder and the same keychain.
  run(process.execPath, [join(root, 'out/main/chromium.js'), '--purge-data']);
} else if (tour !== undefined) {
  const tours = await import('./tour.mjs');
  if (tour === 'offline') await tours.runOfflineTour();
  else {
    say('There is one tour by name: npm start -- --tour offline.');
    process.exitCode = 2;
  }
} else if (screen) {
  ensureBuild();
  const electron = forced ? undefined : obtainElectron();
  if (electron === undefined) showChromium();
  else showElectron(electron);
} else {
  say('This machine has no display: the guided tour runs in its place, without a window.');
  const { runTour } = await import('./tour.mjs');
  await runTour();
}

/** @param {string} binary */
function showElectron(binary) {
  prepare('electron');
  const asRoot = process.getuid?.() === 0;
  if (asRoot) say("As root, Electron's sandbox is off (--no-sandbox). Do not work like this.");
  // Set by some editors' terminals; it would make Electron a plain Node.
  delete process.env['ELECTRON_RUN_AS_NODE'];
  // Chromium's own words about the machine (no system bus, no graphics card) are for its developers: only what ends it is said.
  const quiet = process.env['ELECTRON_ENABLE_LOGGING'] === undefined ? ['--log-level=3'] : [];
  run(binary, [...(asRoot ? ['--no-sandbox'] : []), ...quiet, root, ...said]);
}

function showChromium() {
  if (!forced) say('Electron is not here, so the console is shown by an installed Chrome or Chromium.');
  prepare('window');
  run(process.execPath, [join(root, 'out/main/chromium.js'), ...said]);
}

/** Says what the window or the keychain lack here; both can be seen to while the console runs. @param {'electron' | 'window'} window */
function prepare(window) {
  ensureSystemPackages([window, 'keychain'], { optional: true });
  const bus = missingBus(thisSystem());
  if (bus !== undefined) say(bus);
}

/** Runs the console and ends as it ends. @param {string} program @param {readonly string[]} args */
function run(program, args) {
  const child = spawn(program, args, { cwd: root, stdio: 'inherit' });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => void child.kill(signal));
  }
  // A shell that started us by itself may go: its window stays.
  if (process.env['npm_lifecycle_event'] !== undefined) endWithParent(child);
  child.on('error', (error) => {
    say(`The console could not be started: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code) => process.exit(code ?? 1));
}
