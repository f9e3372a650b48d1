// `npm run licenses [-- FILE]`: the licenses of every package that is shipped, out of what the build took in
// (out/packages.json), what lies beside it at run time, and what the known lists were made of. Ends with 1 when a package
// has a license that nobody has looked at, or none.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { ensureBuild } from './build.mjs';
import { root, say } from './prepare.mjs';

/** The licenses that may be shipped with an Apache-2.0 program: they ask for their notice and no more. */
const KNOWN = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'OFL-1.1',
];
/** What some packages write for a license, and what it stands for. */
const SPELLINGS = /** @type {Record<string, string>} */ ({ Apache: 'Apache-2.0' });

/** @typedef {{ name: string, version: string, license: string, text: string }} Shipped */

/**
 * Every package that is shipped, once for each version, sorted by name: bundled, installed beside the bundle, or the source
 * of a known list. Optional ones are for a service on a server, and not in the packages (package-folder.mjs).
 * @param {string} folder the project's folder, built
 * @returns {Shipped[]}
 */
export function shippedPackages(folder = root) {
  const bundled = /** @type {string[]} */ (read(join(folder, 'out/packages.json')));
  /** @type {{ packages: Record<string, { dev?: boolean, devOptional?: boolean, optional?: boolean }> }} */
  const lock = read(join(folder, 'package-lock.json'));
  const installed = Object.entries(lock.packages)
    .filter(([path, entry]) => path !== '' && !entry.dev && !entry.devOptional && !entry.optional)
    .map(([path]) => path)
    .filter((path) => existsSync(join(folder, path)));
  const known = join(folder, 'resources/known');
  const listed = readdirSync(known).flatMap((name) => sourcesOf(readFileSync(join(known, name), 'utf8')));
  const found = [...new Set([...bundled, ...installed, ...listed])].map((path) =>
    describe(join(folder, path)),
  );
  const byName = new Map(found.map((shipped) => [`${shipped.name} ${shipped.version}`, shipped]));
  return [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** The packages that a known list names as its sources. @param {string} text */
const sourcesOf = (text) =>
  [...text.matchAll(/"package": ?"([^"]+)"/g)].map(([, name = '']) => `node_modules/${name}`);

/** @param {string} folder @returns {Shipped} */
function describe(folder) {
  const { name, version, license } = read(join(folder, 'package.json'));
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice|ofl)/iu.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());
  const spelled = typeof license === 'string' ? license : '';
  return { name, version, license: SPELLINGS[spelled] ?? spelled, text: texts.join('\n\n') };
}

/** The packages whose license is none of the known ones. @param {readonly Shipped[]} packages */
export const unknownLicenses = (packages) =>
  packages.filter(({ license }) => !choicesOf(license).some((each) => KNOWN.includes(each)));

/** The licenses of which one may be taken: SPDX writes `(MIT OR Apache-2.0)`. @param {string} license @returns {string[]} */
const choicesOf = (license) => (/^\(([^()]+)\)$/.exec(license)?.[1] ?? license).split(' OR ');

/** The file that goes into each package. @param {readonly Shipped[]} packages */
export function licensesText(packages) {
  const line = '-'.repeat(80);
  const parts = packages.map(({ name, version, license, text }) =>
    [
      `${name} ${version}`,
      `License: ${license}`,
      '',
      text === '' ? 'No license text is in the package.' : text,
    ].join('\n'),
  );
  const head = `KeyOps Console contains these ${packages.length} packages, each under its own license.`;
  return `${[head, ...parts].join(`\n\n${line}\n`)}\n`;
}

/** @param {string} file */
function read(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureBuild();
  const packages = shippedPackages();
  const file = process.argv[2] ?? join(root, 'out/THIRD-PARTY-LICENSES.txt');
  writeFileSync(file, licensesText(packages));
  const unknown = unknownLicenses(packages);
  for (const { name, license } of unknown)
    say(`${name} has the license "${license}", which nobody has looked at.`);
  say(`${packages.length} packages; their licenses are in ${file}.`);
  process.exitCode = unknown.length === 0 ? 0 : 1;
}
