// Installs the deb in a clean root and runs the main flow in it (package-installed.sh). Used by scripts/package.mjs.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { root, say } from './prepare.mjs';
import { which } from './system.mjs';

/** How long installing, two runs and removing may take. */
const LIMIT_MS = 600_000;

/** Why there can be no clean root here, or undefined. */
export function cleanRootProblem() {
  if (process.getuid?.() !== 0) return 'it needs root: sudo -E npm run package';
  const missing = [
    'unshare',
    'dpkg',
    'setpriv',
    'xvfb-run',
    'dbus-run-session',
    'gnome-keyring-daemon',
  ].filter((tool) => which([tool]) === undefined);
  if (missing.length > 0) return `missing: ${missing.join(', ')}`;
  const { status } = spawnSync('unshare', ['--mount', '--propagation', 'private', 'true']);
  return status === 0 ? undefined : 'this machine gives no mount namespaces';
}

/**
 * What was proven of the deb in a clean root; every line of it, or one that says why there is none.
 * @param {{ deb: string, debForTests: string, script: string }} files script: the bundled main flow
 * @returns {{ what: string, held: boolean, detail: string }[]}
 */
export function proveInstalled({ deb, debForTests, script }) {
  const { stdout, stderr, status } = spawnSync(
    'unshare',
    [
      ...['--mount', '--propagation', 'private', 'bash', join(root, 'scripts/package-installed.sh')],
      ...[deb, debForTests, script, process.execPath, join(root, 'node_modules/playwright-core')],
    ],
    { encoding: 'utf8', timeout: LIMIT_MS, maxBuffer: 1 << 26 },
  );
  if (stderr !== '') say(stderr.trim().split('\n').slice(-5).join('\n'));
  const proofs = stdout
    .split('\n')
    .filter((line) => line.startsWith('PROOF\t'))
    .map((line) => line.split('\t'))
    .map(([, held, what = '', detail = '']) => ({ what, held: held === 'yes', detail }));
  if (status === 0 && proofs.length > 0) return proofs;
  return [
    ...proofs,
    { what: 'The clean root does its work to the end', held: false, detail: `status ${status}` },
  ];
}
