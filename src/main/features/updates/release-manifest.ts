import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';
import { fromUtf8 } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { parseStrictJson } from '#protocol/strict-json.ts';
import { updateError } from './errors.ts';

/** The list of a release's packages, and its signature: Ed25519 over the list's exact bytes, as hex. */
export const MANIFEST_FILE = 'release.json';
export const SIGNATURE_FILE = 'release.json.sig';
export const MANIFEST_LIMIT = 64 * 1024;
export const SIGNATURE_LIMIT = 256;

/** Ten times what a package has today; nothing larger is ever begun. */
const PACKAGE_LIMIT = 1 << 30;
const PACKAGE_KINDS = ['deb', 'rpm', 'AppImage', 'dmg', 'nsis'] as const;
export type PackageKind = (typeof PACKAGE_KINDS)[number];
/** How the files of each kind end. */
export const PACKAGE_ENDINGS: Readonly<Record<PackageKind, string>> = {
  deb: 'deb',
  rpm: 'rpm',
  AppImage: 'AppImage',
  dmg: 'dmg',
  nsis: 'exe',
};

const version = z.string().regex(/^(?:0|[1-9]\d{0,5})(?:\.(?:0|[1-9]\d{0,5})){2}$/);
const releasePackage = z.strictObject({
  // A plain name: the address that it is fetched from is this build's own folder and nothing above it.
  file: z.string().regex(/^[A-Za-z0-9](?:[A-Za-z0-9_-]|\.(?!\.)){0,119}$/),
  platform: z.enum(['linux', 'darwin', 'win32']),
  arch: z.enum(['x64', 'arm64']),
  kind: z.enum(PACKAGE_KINDS),
  size: z.number().int().positive().max(PACKAGE_LIMIT),
  sha512: z.string().regex(/^[0-9a-f]{128}$/),
});
export type ReleasePackage = z.infer<typeof releasePackage>;

/** Whether no system has two packages of a kind, of which either could be taken. */
function isUnambiguous(packages: readonly ReleasePackage[]): boolean {
  const systems = packages.map(({ platform, arch, kind }) => `${platform} ${arch} ${kind}`);
  return new Set(systems).size === systems.length;
}

const releaseManifest = z.strictObject({
  format: z.literal('keyops-console-release/1'),
  version,
  publishedAt: z.iso.datetime(),
  packages: z.array(releasePackage).min(1).max(50).refine(isUnambiguous, 'two packages for one system'),
});
export type ReleaseManifest = z.infer<typeof releaseManifest>;

/**
 * Reads a list of packages whose bytes one of these keys signed. Nothing of it is looked at before the signature holds.
 * @param signature the bytes of the signature's file
 * @param publicKeys Ed25519, 32 bytes as hex
 * @throws AppError `RELEASE_UNSIGNED`, `RELEASE_MALFORMED`
 */
export function readManifest(
  bytes: Uint8Array,
  signature: Uint8Array,
  publicKeys: readonly string[],
): ReleaseManifest {
  const hex = Buffer.from(signature).toString('latin1').trim();
  if (!/^[0-9a-f]{128}$/.test(hex)) throw updateError('RELEASE_UNSIGNED');
  const signed = publicKeys.some((key) => verify(null, bytes, readPublicKey(key), Buffer.from(hex, 'hex')));
  if (!signed) throw updateError('RELEASE_UNSIGNED');
  return parseManifest(bytes);
}

function parseManifest(bytes: Uint8Array): ReleaseManifest {
  try {
    const parsed = releaseManifest.safeParse(parseStrictJson(fromUtf8(bytes), 'release list'));
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw updateError('RELEASE_MALFORMED', {
      why: `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim(),
    });
  } catch (error) {
    if (error instanceof AppError && error.code === 'RELEASE_MALFORMED') throw error;
    throw updateError('RELEASE_MALFORMED', { why: 'it isn’t JSON of one meaning', cause: error });
  }
}

/** SubjectPublicKeyInfo of an Ed25519 key is this, and the key (RFC 8410). */
const SPKI = '302a300506032b6570032100';
const readPublicKey = (hex: string) =>
  createPublicKey({ key: Buffer.from(SPKI + hex, 'hex'), format: 'der', type: 'spki' });

const VERSION = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([0-9A-Za-z.-]+))?$/;

/**
 * Compares versions of three numbers: negative where the first is older. One with a suffix comes before the release of its
 * numbers, two suffixes by their text, and what is no version before all that are.
 */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [VERSION.exec(one), VERSION.exec(other)];
  if (first === null || second === null) return Number(first !== null) - Number(second !== null);
  for (const part of [1, 2, 3]) {
    const difference = Number(first[part]) - Number(second[part]);
    if (difference !== 0) return difference;
  }
  const [suffix, otherSuffix] = [first[4] ?? '', second[4] ?? ''];
  if (suffix === otherSuffix) return 0;
  if (suffix === '' || otherSuffix === '') return suffix === '' ? 1 : -1;
  return suffix < otherSuffix ? -1 : 1;
}

/**
 * The package for this computer, in the order of these kinds.
 * @throws AppError `RELEASE_NOT_FOR_HERE`
 */
export function choosePackage(
  { packages, version: offered }: ReleaseManifest,
  here: { readonly platform: string; readonly arch: string; readonly kinds: readonly PackageKind[] },
): ReleasePackage {
  for (const kind of here.kinds) {
    const found = packages.find(
      (each) => each.kind === kind && each.platform === here.platform && each.arch === here.arch,
    );
    if (found !== undefined) return found;
  }
  throw updateError('RELEASE_NOT_FOR_HERE', { version: offered });
}
