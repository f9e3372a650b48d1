// The bill of materials of what is shipped (CycloneDX 1.6, JSON): every package of scripts/licenses.mjs with its version, license and
// digest, and Electron. The same build gives the same bytes. Used by scripts/package.mjs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Enums, Models, Serialize, Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { shippedPackages } from './licenses.mjs';
import { root } from './prepare.mjs';

/** @typedef {{ version?: string, name?: string, integrity?: string, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} Entry */
/** @typedef {{ name: string, version: string, license: string }} Shipped */

/** A package's address (purl-spec, type npm); a scope's @ is written as %40. @param {string} name @param {string} version */
const purlOf = (name, version) => `pkg:npm/${name.replace(/^@/u, '%40')}@${version}`;

/** npm's digests (base64 behind the algorithm's name) as CycloneDX has them: hex. @param {string} integrity */
function hashesOf(integrity) {
  const { SHA256, SHA384, SHA512 } = { SHA256: 'SHA-256', SHA384: 'SHA-384', SHA512: 'SHA-512' };
  const known = /** @type {Record<string, Enums.HashAlgorithm>} */ ({
    sha256: SHA256,
    sha384: SHA384,
    sha512: SHA512,
  });
  return new Models.HashDictionary(
    integrity
      .split(/\s+/u)
      .map((digest) => /^(sha\d+)-(.+)$/u.exec(digest))
      .flatMap((match) => {
        const algorithm = known[match?.[1] ?? ''];
        return algorithm === undefined
          ? []
          : [/** @type {const} */ ([algorithm, Buffer.from(match?.[2] ?? '', 'base64').toString('hex')])];
      }),
  );
}

/** The path of the package that one at `path` loads as `name`: the nearest one. @param {Record<string, Entry>} packages @param {string} path @param {string} name */
function resolve(packages, path, name) {
  const folders = path.split('/node_modules/');
  for (let depth = folders.length; depth >= 0; depth -= 1) {
    const found = [...folders.slice(0, depth), name].join('/node_modules/');
    const top = depth === 0 ? `node_modules/${name}` : found;
    if (top in packages) return top;
  }
  return undefined;
}

/**
 * The bill as JSON.
 * @param {readonly Shipped[]} shipped @param {Record<string, Entry>} packages of the lockfile
 * @param {{ version: string, description: string, date: Date }} release
 */
export function sbomText(shipped, packages, { version, description, date }) {
  const bom = new Models.Bom();
  const program = component('application', { name: 'keyops-console', version, license: 'Apache-2.0' });
  program.description = description;
  bom.metadata.component = program;
  bom.metadata.timestamp = date;
  const paths = new Map(
    Object.entries(packages).map(([path, entry]) => [
      `${entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 13)} ${entry.version ?? ''}`,
      path,
    ]),
  );
  /** @type {Map<string, Models.Component>} */
  const byPath = new Map();
  for (const one of shipped) {
    // A runtime that is none of the lockfile's has no digest there.
    const path = paths.get(`${one.name} ${one.version}`) ?? `${one.name} ${one.version}`;
    const made = component('library', one);
    made.hashes = hashesOf(packages[path]?.integrity ?? '');
    byPath.set(path, made);
    bom.components.add(made);
  }
  for (const [path, made] of byPath) {
    const { dependencies, optionalDependencies } = packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const wanted = byPath.get(resolve(packages, path, name) ?? '');
      if (wanted !== undefined) made.dependencies.add(wanted.bomRef);
    }
  }
  // What the program's own source may name: the packages at the top.
  for (const [path, made] of byPath)
    if (path.lastIndexOf('node_modules/') === 0) program.dependencies.add(made.bomRef);
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 1 })}\n`;
}

/** @param {'application' | 'library'} kind @param {Shipped} what */
function component(kind, { name, version, license }) {
  const type = kind === 'library' ? Enums.ComponentType.Library : Enums.ComponentType.Application;
  const [scope, own] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const made = new Models.Component(type, own ?? name, {
    version,
    bomRef: `${name}@${version}`,
    purl: purlOf(name, version),
    ...(scope === undefined ? {} : { group: scope }),
  });
  made.licenses.add(
    / (?:OR|AND|WITH) /u.test(license)
      ? new Models.LicenseExpression(license)
      : new Models.SpdxLicense(license),
  );
  return made;
}

/** The bill of this checkout's build. @param {{ version: string, description: string, date: Date }} release @param {string} electron the version of the runtime */
export function currentSbom(release, electron) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return sbomText(
    [...shippedPackages(), { name: 'electron', version: electron, license: 'MIT' }],
    packages,
    release,
  );
}

/** What CycloneDX's schema has against a bill; null when nothing. @param {string} text */
export async function sbomFault(text) {
  const fault = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text);
  return fault === null ? null : JSON.stringify(fault).slice(0, 400);
}
