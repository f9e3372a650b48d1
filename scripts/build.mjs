// Builds the program when its source is newer than what was built. Shared by start, service, test and bench.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import process from 'node:process';
import { fail, root, say } from './prepare.mjs';

/** What the build is made of; a change in any of these calls for a new one. */
const SOURCES = ['src', 'resources', 'electron.vite.config.ts', 'package.json', 'package-lock.json'];
const stamp = join(root, 'out/.built');

/**
 * A digest over the names, sizes and times of all source files: it changes when a file is edited, added or removed.
 * @param {string} folder
 * @param {readonly string[]} sources
 */
export function sourceDigest(folder, sources) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => filesOf(join(folder, source))).sort()) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${relative(folder, file)}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** @param {string} path @returns {string[]} */
function filesOf(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Builds into out/ when it is missing or stale; ends the program when the build fails. Needs node_modules. */
export function ensureBuild() {
  const digest = sourceDigest(root, SOURCES);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  say('Building (once for each change)…');
  rebuild(digest);
}

/** Builds into out/; ends the program when the build fails. Needs node_modules. @param {string} [digest] of its sources */
export function rebuild(digest = sourceDigest(root, SOURCES)) {
  rmSync(stamp, { force: true });
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/electron-vite/bin/electron-vite.js'), 'build', '--logLevel', 'warn'],
    { cwd: root, stdio: ['ignore', 2, 2] },
  );
  if (status !== 0) fail('The build failed; its own words are above.');
  writeFileSync(stamp, digest);
}
