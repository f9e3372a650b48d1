// A step of `npm run check`: what package-lock.json may hold. Every package comes from the public npm registry with its digest, in an
// exact version, under its own name, and runs nothing when it is installed unless scripts/supply-chain.json says why it may
// want to (decision 134). Node's own modules only: it is asked before anything that was installed is run.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { root } from './prepare.mjs';

/**
 * @typedef {{ version?: string, resolved?: string, integrity?: string, name?: string, link?: boolean, inBundle?: boolean,
 *   hasInstallScript?: boolean, dependencies?: Record<string, string>, devDependencies?: Record<string, string>,
 *   optionalDependencies?: Record<string, string>, peerDependencies?: Record<string, string> }} Entry
 * @typedef {{ lockfileVersion: number, packages: Record<string, Entry> }} Lockfile
 * @typedef {{ package: string, reason: string }} AllowedScript
 */

const REGISTRY = 'https://registry.npmjs.org/';
const EXACT = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/u;
/** npm takes the strongest digest that is given; a weaker one beside it does no harm. */
const STRONG = /(?:^|\s)sha512-[A-Za-z0-9+/]{86}==(?:\s|$)/u;
const KINDS = /** @type {const} */ ([
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
]);

/** The name under which a package is loaded, out of its place. @param {string} path */
const placeName = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** The package that a declared version names, where it is an alias. @param {string} spec */
const aliased = (spec) => /^npm:(?<name>(?:@[^/@]+\/)?[^/@]+)(?:@.*)?$/u.exec(spec)?.groups?.['name'];

/**
 * What is wrong with a lockfile, in sentences; empty when nothing.
 * @param {Lockfile} lock @param {Entry} manifest package.json @param {readonly AllowedScript[]} allowed @returns {string[]}
 */
export function lockfileFaults({ lockfileVersion, packages }, manifest, allowed) {
  const faults = lockfileVersion === 3 ? [] : [`The lockfile has version ${lockfileVersion}, not 3.`];
  const own = packages[''] ?? {};
  for (const kind of KINDS) {
    if (JSON.stringify(own[kind] ?? {}) !== JSON.stringify(manifest[kind] ?? {}))
      faults.push(`The lockfile's ${kind} are not those of package.json.`);
    for (const [name, spec] of Object.entries(manifest[kind] ?? {}))
      if (!EXACT.test(spec.replace(/^npm:(?:@[^/@]+\/)?[^/@]+@/u, '')))
        faults.push(`package.json names no exact version of ${name}: ${spec}`);
  }
  const entries = Object.entries(packages).filter(([path]) => path !== '');
  const aliases = new Set(
    Object.values(packages).flatMap((entry) =>
      KINDS.flatMap((kind) => Object.entries(entry[kind] ?? {})).map(
        ([name, spec]) => `${name} ${aliased(spec) ?? ''}`,
      ),
    ),
  );
  const withScripts = new Set();
  for (const [path, entry] of entries) {
    const name = entry.name ?? placeName(path);
    for (const fault of [...entryFaults(path, entry), ...peerFaults(path, entry, packages)])
      faults.push(`${path}: ${fault}`);
    if (name !== placeName(path) && !aliases.has(`${placeName(path)} ${name}`))
      faults.push(`${path}: it is ${name}, which nothing declares under that name`);
    if (entry.hasInstallScript !== true) continue;
    withScripts.add(name);
    if (!allowed.some((each) => each.package === name && each.reason.trim() !== ''))
      faults.push(
        `${path}: it runs a script when it is installed, and supply-chain.json has no reason for it`,
      );
  }
  for (const each of allowed)
    if (!withScripts.has(each.package))
      faults.push(`supply-chain.json allows a script of ${each.package}, which has none: remove the entry`);
  return faults;
}

/** @param {string} path @param {Entry} entry @returns {string[]} */
function entryFaults(path, entry) {
  const { version = '', resolved, integrity = '', link, inBundle } = entry;
  const faults = [];
  if (!path.startsWith('node_modules/') || link === true)
    faults.push('it lies on this disk, not in the registry');
  if (inBundle === true) faults.push('it comes inside another package, without a digest of its own');
  if (!EXACT.test(version)) faults.push(`its version is not exact: “${version}”`);
  if (!STRONG.test(integrity)) faults.push('it has no SHA-512 digest');
  if (resolved !== undefined) {
    const name = entry.name ?? placeName(path);
    // The address has to be this package's own: a digest proves the file, not that it is the package of that name.
    const file = `${name.split('/').at(-1)}-${version}.tgz`;
    if (resolved !== `${REGISTRY}${name}/-/${file}`) faults.push(`it comes from elsewhere: ${resolved}`);
  }
  for (const kind of KINDS) {
    for (const [name, spec] of Object.entries(entry[kind] ?? {}))
      if (/[:/]/u.test(spec) && aliased(spec) === undefined)
        faults.push(`it wants ${name} from elsewhere: ${spec}`);
  }
  return faults;
}

/**
 * npm 10 installs nothing where an optional peer isn't of the wanted major version; npm 11, which writes the lockfile, leaves it out.
 * @param {string} path @param {Entry} entry @param {Lockfile['packages']} packages @returns {string[]}
 */
function peerFaults(path, { peerDependencies = {} }, packages) {
  return Object.entries(peerDependencies).flatMap(([name, wanted]) => {
    const major = /^\^(?<major>[1-9]\d*)\.[\d.]+$/u.exec(wanted)?.groups?.['major'];
    const version = foundFrom(path, name, packages)?.version;
    if (major === undefined || version === undefined || version.startsWith(`${major}.`)) return [];
    return `it may be used with ${name} ${wanted}, and finds ${version}: npm 10 wants an entry of its own for it`;
  });
}

/** The package that another one loads by a name: in its own folder, or in one around it. @param {string} path @param {string} name @param {Lockfile['packages']} packages */
function foundFrom(path, name, packages) {
  for (
    let folder = path;
    ;
    folder = folder.slice(0, folder.lastIndexOf('node_modules/')).replace(/\/$/u, '')
  ) {
    const own = packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`];
    if (own !== undefined || folder === '') return own;
  }
}

/** What is wrong with .npmrc. @param {string} text @returns {string[]} */
export function npmrcFaults(text) {
  const settings = new Map(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !/^[#;]/u.test(line))
      .map(
        (line) =>
          /** @type {[string, string]} */ ([
            line.split('=')[0]?.trim() ?? '',
            line.replace(/^[^=]*=/u, '').trim(),
          ]),
      ),
  );
  const faults = [];
  if (settings.get('ignore-scripts') !== 'true')
    faults.push('.npmrc lets packages run scripts when they are installed');
  for (const [name, value] of settings) {
    if (/registry$/u.test(name) && /^https?:/u.test(value) && value.replace(/\/?$/u, '/') !== REGISTRY)
      faults.push(`.npmrc names another registry: ${name}`);
    if (/_auth|_password|authtoken/iu.test(name)) faults.push(`.npmrc holds a credential: ${name}`);
    if (name === 'strict-ssl' && value !== 'true') faults.push('.npmrc turns the check of certificates off');
  }
  return faults;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8');
  const { installScripts } = JSON.parse(read('scripts/supply-chain.json'));
  const faults = [
    ...lockfileFaults(
      JSON.parse(read('package-lock.json')),
      JSON.parse(read('package.json')),
      installScripts,
    ),
    ...npmrcFaults(read('.npmrc')),
  ];
  for (const fault of faults) console.log(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
