// On Linux, runs a program with a session bus, a keyring and a display of its own, so that tests and the tour
// use a real keychain and never touch the user's. Node's own modules only.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { which } from './system.mjs';

// The keyring daemon reads the password of its new, private keyring from its input; it guards nothing but test keys.
// The bus's own chatter goes nowhere; the program gets the real standard error back from descriptor 9.
const UNLOCK =
  'printf "private\\n" | gnome-keyring-daemon --unlock --components=secrets >/dev/null && exec "$0" "$@" 2>&9 9>&-';
const ON_A_BUS = 'exec dbus-run-session -- sh -c "$0" "$@" 9>&2 2>/dev/null';

/**
 * Runs a program and gives its exit code. On Linux it sees a new home for its keyring, a private bus, and where `display`
 * is set a virtual screen; elsewhere it runs as it is.
 * @param {readonly string[]} command
 * @param {{ display?: boolean, env?: NodeJS.ProcessEnv, cwd?: string }} [options]
 * @returns {Promise<number>}
 */
export async function runPrivately(command, options = {}) {
  const linux = process.platform === 'linux';
  const folder = linux ? mkdtempSync(join(tmpdir(), 'keyops-session-')) : undefined;
  const wrapped = [...command];
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, ...options.env };
  if (folder !== undefined) {
    wrapped.unshift('sh', '-c', ON_A_BUS, UNLOCK);
    if (options.display === true) {
      wrapped.unshift(which(['xvfb-run']) ?? 'xvfb-run', '-a', '-s', '-screen 0 1600x1000x24');
      delete env['WAYLAND_DISPLAY'];
    }
    for (const [name, sub] of [
      ['XDG_DATA_HOME', 'data'],
      ['XDG_RUNTIME_DIR', 'run'],
      ['XDG_CONFIG_HOME', 'config'],
    ]) {
      const path = join(folder, sub ?? '');
      mkdirSync(path, { mode: 0o700 });
      env[name ?? ''] = path;
    }
  }
  try {
    return await new Promise((resolve, reject) => {
      const [program = '', ...args] = wrapped;
      const child = spawn(program, args, { stdio: 'inherit', env, cwd: options.cwd });
      const forward = (/** @type {NodeJS.Signals} */ signal) => void child.kill(signal);
      process.on('SIGINT', forward).on('SIGTERM', forward);
      child.on('error', reject);
      child.on('exit', (code, signal) => {
        process.off('SIGINT', forward).off('SIGTERM', forward);
        resolve(code ?? (signal === null ? 1 : 128));
      });
    });
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}
