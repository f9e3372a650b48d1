import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { App } from 'electron';

/** The switches that an installed program takes. Chromium's others turn protections off, run programs, or open ports. */
const TAKEN = [
  'accept-older-database',
  'accept-lost-keychain',
  'purge-data',
  'offline',
  'user-data-dir',
  'ozone-platform',
  'ozone-platform-hint',
  'force-device-scale-factor',
  'disable-gpu',
];

/**
 * What no fuse keeps Node from heeding: it checks no certificate, writes each request with its stamp to standard error, writes
 * what ran into a folder, or runs code out of a folder that it takes for its own cache.
 */
const REFUSED_VARIABLES =
  /^(KEYOPS_.*|NODE_TLS_REJECT_UNAUTHORIZED|NODE_DEBUG(?:_NATIVE)?|NODE_V8_COVERAGE|NODE_COMPILE_CACHE)$/u;

/** How the installed `keyops` starts this program (resources/packaging/linux/keyops): no display, and no lines of Chromium's. */
const KEYOPS_START = ['--ozone-platform=headless', '--log-level=3', '--keyops', '--'];

/**
 * The command line of `keyops` where this program was started as such, or undefined. Behind the bare dashes Chromium reads no
 * switch, so that what stands there is for `keyops` alone.
 * @param args what was given to the program, without its own path
 */
export function keyopsArguments(args: readonly string[], asRoot: boolean): string[] | undefined {
  const start = asRoot ? ['--no-sandbox', ...KEYOPS_START] : KEYOPS_START;
  return start.every((arg, n) => args[n] === arg) ? args.slice(start.length) : undefined;
}

/** How a program was started. */
interface Start {
  /** What was given to it, without its own path. */
  readonly args: readonly string[];
  /** The names of its environment's variables. */
  readonly variables: readonly string[];
  readonly platform: NodeJS.Platform;
  readonly asRoot: boolean;
  /** Whether it is a build for tests, which are driven over a debugging port. */
  readonly forTests: boolean;
}

/** What an installed program refuses of how it was started: switches and variables by name. Empty when nothing. */
export function refusedOf({ args, variables, platform, asRoot, forTests }: Start): string[] {
  const isKeyops = keyopsArguments(args, asRoot) !== undefined;
  const windows = platform === 'win32';
  const taken = [
    ...TAKEN,
    // As root (a container) the system's sandbox cannot be had.
    ...(asRoot ? ['no-sandbox'] : []),
    ...(forTests ? ['remote-debugging-port'] : []),
  ];
  // Chromium trims arguments, takes one dash for two, and on Windows a slash and any case.
  const switches = (isKeyops ? [] : args)
    .map((arg) => arg.trim())
    .filter((arg) => arg.startsWith('-') || (windows && arg.startsWith('/')))
    .map((arg) => arg.replace(/^(--?|\/)/u, '').replace(/=.*$/su, ''))
    .filter((name) => !taken.includes(windows ? name.toLowerCase() : name))
    .map((name) => `--${name}`);
  return [
    ...switches,
    ...variables.filter((name) => REFUSED_VARIABLES.test(windows ? name.toUpperCase() : name)),
  ];
}

/**
 * Whether this program is installed and was started with what it refuses; says so on standard error. Must be asked before the
 * app is ready: Chromium opens its debugging port then.
 */
export function isStartRefused(app: Pick<App, 'isPackaged' | 'getAppPath'>): boolean {
  if (!app.isPackaged) return false;
  const refused = refusedOf({
    args: process.argv.slice(1),
    variables: Object.keys(process.env),
    platform: process.platform,
    asRoot: process.getuid?.() === 0,
    // Written by scripts/package.mjs into the package that it tests, never into the one that is shipped.
    forTests: existsSync(join(app.getAppPath(), 'for-tests')),
  });
  if (refused.length === 0) return false;
  process.stderr.write(`The installed KeyOps Console refuses to start with ${refused.join(', ')}.\n`);
  return true;
}
