// Finds Electron's binary, or gets it as its own package would. Node's own modules only.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { root, say } from './prepare.mjs';

/** How long getting the binary may take (about 110 MB). */
const DOWNLOAD_MS = 300_000;

const NAMES = /** @type {Partial<Record<NodeJS.Platform, string>>} */ ({
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
});

/**
 * The path of an Electron that can be started: the one that ELECTRON_OVERRIDE_DIST_PATH names, else the one of the
 * electron package, else undefined. Never asks the network.
 * @param {Record<string, string | undefined>} environment
 * @param {string} folder the project's folder
 */
export function installedElectron(environment, folder = root) {
  const name = NAMES[process.platform] ?? 'electron';
  const named = environment['ELECTRON_OVERRIDE_DIST_PATH'];
  const file = join(named ?? join(folder, 'node_modules/electron/dist'), name);
  return existsSync(file) ? file : undefined;
}

/** As `installedElectron`, after trying once to get the binary; says so, and never fails. */
export function obtainElectron() {
  const found = installedElectron(process.env);
  if (found !== undefined || process.env['ELECTRON_OVERRIDE_DIST_PATH'] !== undefined) return found;
  say('Getting the binary of Electron (once, about 110 MB)…');
  const install = join(root, 'node_modules/electron/install.js');
  const { status, error } = spawnSync(process.execPath, [install], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: DOWNLOAD_MS,
    encoding: 'utf8',
  });
  if (status !== 0)
    say(`Electron cannot be had here (${error === undefined ? 'the download failed' : error.message}).`);
  return installedElectron(process.env);
}

/** The version of the Electron that `installedElectron` finds. @param {Record<string, string | undefined>} environment @returns {string} */
export function electronVersion(environment, folder = root) {
  const named = environment['ELECTRON_OVERRIDE_DIST_PATH'];
  // Written with a "v" by some releases.
  if (named !== undefined) return readFileSync(join(named, 'version'), 'utf8').trim().replace(/^v/u, '');
  return JSON.parse(readFileSync(join(folder, 'node_modules/electron/package.json'), 'utf8')).version;
}
