// Lists the packages of a release and signs the list, for the console's own updates (docs/release.md).
//   node scripts/sign-release.mjs --new-key FILE             makes a key; prints its public half for resources/release-source.json
//   node scripts/sign-release.mjs --version V --out DIR PACKAGE...   copies the packages, writes release.json and release.json.sig
// The key is PKCS#8 PEM in KEYOPS_RELEASE_KEY. Ends with 1 where its public half is not in resources/release-source.json.
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';
import { fail, root, say } from './prepare.mjs';

/** How each kind of package ends, and the system that it is for. */
const KINDS = /** @type {const} */ ([
  ['.deb', 'deb', 'linux'],
  ['.rpm', 'rpm', 'linux'],
  ['.AppImage', 'AppImage', 'linux'],
  ['.dmg', 'dmg', 'darwin'],
  ['.exe', 'nsis', 'win32'],
]);

/**
 * A package's row in the list, out of its file's name and content.
 * @param {string} file @param {string} version
 */
export function describePackage(file, version) {
  const known = KINDS.find(([ending]) => file.endsWith(ending));
  if (known === undefined) return undefined;
  const [ending, kind, platform] = known;
  const arch = /arm64|aarch64/u.test(basename(file)) ? 'arm64' : 'x64';
  return {
    file: `keyops-console-${version}-${platform}-${arch}${ending}`,
    platform,
    arch,
    kind,
    size: statSync(file).size,
    sha512: createHash('sha512').update(readFileSync(file)).digest('hex'),
  };
}

/** The public half of an Ed25519 key, 32 bytes as hex. @param {import('node:crypto').KeyObject} key */
export const publicHalf = (key) =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');

/**
 * Why no console would take a release, or would take another one than was meant; null where nothing stands against it.
 * @param {{ version: string, built: string, names: readonly string[] }} release the version of its list, the one that was built
 * (package.json), and the packages' names in the list
 */
export function faultOfRelease({ version, built, names }) {
  // A console that runs what was built would be offered the same again for ever.
  if (version !== built) return `The packages are of version ${built}, and the list would say ${version}.`;
  if (!/^(?:0|[1-9]\d{0,5})(?:\.(?:0|[1-9]\d{0,5})){2}$/u.test(version))
    return `No console takes version ${version}: it has to be three numbers.`;
  if (names.length === 0) return 'There is no package.';
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined ? null : `Two packages are for one system: ${twice}.`;
}

/**
 * Writes a release's list, its signature and its packages into a folder.
 * @param {{ version: string, files: readonly string[], out: string, key: import('node:crypto').KeyObject, publishedAt: string }} release
 */
export function signRelease({ version, files, out, key, publishedAt }) {
  mkdirSync(out, { recursive: true });
  const packages = files.flatMap((file) => {
    const described = describePackage(file, version);
    if (described === undefined) return [];
    copyFileSync(file, join(out, described.file));
    return [described];
  });
  const list = `${JSON.stringify({ format: 'keyops-console-release/1', version, publishedAt, packages }, null, 2)}\n`;
  writeFileSync(join(out, 'release.json'), list);
  writeFileSync(join(out, 'release.json.sig'), `${sign(null, Buffer.from(list), key).toString('hex')}\n`);
  return packages;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values, positionals } = parseArgs({
    options: { 'new-key': { type: 'string' }, version: { type: 'string' }, out: { type: 'string' } },
    allowPositionals: true,
  });
  if (values['new-key'] !== undefined) {
    const { privateKey } = generateKeyPairSync('ed25519');
    writeFileSync(values['new-key'], privateKey.export({ format: 'pem', type: 'pkcs8' }), {
      mode: 0o600,
      flag: 'wx',
    });
    say(`Public key: ${publicHalf(privateKey)}`);
  } else {
    const { version, out } = values;
    const pem = process.env['KEYOPS_RELEASE_KEY'];
    if (version === undefined || out === undefined) fail('Give --version and --out, and the packages.');
    const { address, publicKeys } = JSON.parse(
      readFileSync(join(root, 'resources/release-source.json'), 'utf8'),
    );
    if (address === '') {
      say('This build has no release address (resources/release-source.json): nothing is signed.');
      process.exit(0);
    }
    if (!pem) fail('KEYOPS_RELEASE_KEY has no key.');
    const key = createPrivateKey(pem);
    if (!publicKeys.includes(publicHalf(key)))
      fail('No console would accept this key: its public half is not in resources/release-source.json.');
    const { version: built } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const names = positionals.flatMap((file) => describePackage(file, version)?.file ?? []);
    const fault = faultOfRelease({ version, built, names });
    if (fault !== null) fail(fault);
    const packages = signRelease({
      version,
      files: positionals,
      out,
      key,
      publishedAt: new Date().toISOString(),
    });
    say(`${packages.length} packages of ${version} are in ${out}, with release.json and its signature.`);
  }
}
