// The MSIX package of Windows, by the SDK's own tools: electron-builder makes its predecessor only. Used by scripts/package.mjs.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fail, root } from './prepare.mjs';
import { which } from './system.mjs';

const KITS = 'C:\\Program Files (x86)\\Windows Kits\\10\\bin';
const ARCHITECTURES = /** @type {Record<string, string>} */ ({ x64: 'x64', arm64: 'arm64', ia32: 'x86' });

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"']/gu, (character) => `&#${character.codePointAt(0)};`);

/**
 * The manifest of a release. Windows wants four numbers, the last of them 0.
 * @param {{ version: string, description: string, publisher: string, architecture: string }} release
 *   publisher: the subject of the certificate that signs it, as a distinguished name
 */
export function msixManifest({ version, description, publisher, architecture }) {
  const numbers = /^(\d+)\.(\d+)\.(\d+)(?:-|$)/u.exec(version);
  if (numbers === null) throw new Error(`No version of a Windows package: ${version}`);
  if (!/^CN=/u.test(publisher)) throw new Error(`No distinguished name: ${publisher}`);
  const given = /** @type {Record<string, string>} */ ({
    VERSION: `${numbers.slice(1, 4).join('.')}.0`,
    PUBLISHER: publisher,
    ARCHITECTURE: ARCHITECTURES[architecture] ?? architecture,
    DESCRIPTION: description,
  });
  const text = readFileSync(join(root, 'resources/packaging/windows/AppxManifest.xml'), 'utf8');
  return text.replace(/@([A-Z]+)@/gu, (_, name) => escaped(given[name] ?? ''));
}

/** A tool of the Windows SDK: on the PATH, else in its newest version. @param {string} name */
function sdkTool(name) {
  const found = which([name]);
  if (found !== undefined || !existsSync(KITS)) return found;
  const versions = readdirSync(KITS)
    .filter((folder) => /^10\./u.test(folder))
    .sort((one, other) => other.localeCompare(one, 'en', { numeric: true }));
  return versions
    .map((folder) => join(KITS, folder, process.arch, `${name}.exe`))
    .find((file) => existsSync(file));
}

/** @param {string} tool @param {readonly string[]} args */
function run(tool, args) {
  const { status, stdout, stderr } = spawnSync(tool, args, { encoding: 'utf8' });
  if (status !== 0) fail(`${tool} failed:\n${stdout ?? ''}${stderr ?? ''}`);
}

/**
 * Builds the package of a program's folder, and signs it where MSIX_CERTIFICATE names a PFX file (MSIX_CERTIFICATE_PASSWORD opens it,
 * MSIX_PUBLISHER is its subject).
 * @param {string} folder @param {string} icons @param {string} output @param {{ version: string, description: string }} release
 * @returns its path, or undefined where the SDK is not installed
 */
export function buildMsix(folder, icons, output, release) {
  const makeAppx = sdkTool('makeappx');
  if (makeAppx === undefined) return undefined;
  const tree = join(output, 'msix');
  rmSync(tree, { recursive: true, force: true });
  cpSync(folder, tree, { recursive: true });
  mkdirSync(join(tree, 'assets'));
  for (const size of [44, 50, 150])
    cpSync(join(icons, `${size}x${size}.png`), join(tree, `assets/${size}x${size}.png`));
  const publisher = process.env['MSIX_PUBLISHER'] ?? 'CN=KeyOps Console';
  writeFileSync(
    join(tree, 'AppxManifest.xml'),
    msixManifest({ ...release, publisher, architecture: process.arch }),
  );
  const file = join(output, `keyops-console-${release.version}-${process.arch}.msix`);
  run(makeAppx, ['pack', '/o', '/d', tree, '/p', file]);
  const certificate = process.env['MSIX_CERTIFICATE'];
  if (certificate) {
    const password = process.env['MSIX_CERTIFICATE_PASSWORD'] ?? '';
    run(sdkTool('signtool') ?? 'signtool', [
      'sign',
      '/fd',
      'SHA256',
      '/f',
      certificate,
      '/p',
      password,
      file,
    ]);
  }
  rmSync(tree, { recursive: true, force: true });
  return file;
}
