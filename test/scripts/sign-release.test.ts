import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import fc from 'fast-check';
import { compareVersions, readManifest } from '#main/features/updates/release-manifest.ts';
import { faultOfRelease, publicHalf, signRelease } from '#scripts/sign-release.mjs';
import shipped from '#resources/release-source.json' with { type: 'json' };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-release-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const files = (): string[] =>
  [
    'keyops-console_1.3.0_amd64.deb',
    'keyops-console-1.3.0.x86_64.rpm',
    'KeyOps Console-1.3.0-arm64.AppImage',
    'KeyOps Console-1.3.0-arm64.dmg',
    'KeyOps Console Setup 1.3.0.exe',
    'SHA256SUMS-linux-x64',
  ].map((name) => {
    writeFileSync(join(folder, name), name);
    return join(folder, name);
  });

const sign = () => {
  const { privateKey: key } = generateKeyPairSync('ed25519');
  const out = join(folder, 'signed');
  signRelease({ version: '1.3.0', files: files(), out, key, publishedAt: '2026-11-22T00:00:00.000Z' });
  const read = (name: string) => readFileSync(join(out, name));
  return { key: publicHalf(key), list: read('release.json'), signature: read('release.json.sig') };
};

it('signs a list that the console reads, with a row for each package', () => {
  const { key, list, signature } = sign();
  const { packages } = readManifest(list, signature, [key]);
  expect(packages.map(({ file }) => file)).toEqual([
    'keyops-console-1.3.0-linux-x64.deb',
    'keyops-console-1.3.0-linux-x64.rpm',
    'keyops-console-1.3.0-linux-arm64.AppImage',
    'keyops-console-1.3.0-darwin-arm64.dmg',
    'keyops-console-1.3.0-win32-x64.exe',
  ]);
});

it('attack: any byte of the list or its signature is changed', () => {
  const { key, list, signature } = sign();
  const code = (bytes: Uint8Array, by: Uint8Array): string => {
    try {
      readManifest(bytes, by, [key]);
      return 'taken';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  fc.assert(
    fc.property(fc.nat(list.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const forged = Buffer.from(list);
      forged[at] = (forged[at] ?? 0) ^ change;
      expect(code(forged, signature)).toBe('RELEASE_UNSIGNED');
    }),
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (by) => {
      expect(code(list, by)).toBe('RELEASE_UNSIGNED');
    }),
  );
  expect(code(list, signature)).toBe('taken');
  expect(() => readManifest(list, signature, [])).toThrow(
    expect.objectContaining({ code: 'RELEASE_UNSIGNED' }),
  );
});

it.each([
  ['the packages are of another version', { version: '1.3.1' }],
  ['the version is one that no console takes', { version: '1.3.0-rc.1', built: '1.3.0-rc.1' }],
  ['nothing was built', { names: [] }],
  ['two packages have one name, and one would lie over the other', { names: ['a.deb', 'b.rpm', 'a.deb'] }],
])('signs nothing where %s', (_, changes) => {
  const release = { version: '1.3.0', built: '1.3.0', names: ['a.deb', 'b.rpm'] };
  expect(faultOfRelease(release)).toBeNull();
  expect(faultOfRelease({ ...release, ...changes })).not.toBeNull();
});

it('compares versions by their numbers', () => {
  expect(compareVersions('1.10.0', '1.9.9')).toBeGreaterThan(0);
  expect(compareVersions('0.9.9', '1.0.0')).toBeLessThan(0);
  // A suffix, or a setting that somebody wrote, makes no comparison that is always false.
  expect(compareVersions('1.0.0-rc.1', '1.0.0')).toBeLessThan(0);
  expect(compareVersions('1.0.0', '1.0.0-rc.1')).toBeGreaterThan(0);
  expect(compareVersions('1.0.1-rc.1', '1.0.0')).toBeGreaterThan(0);
  expect(compareVersions('1.0.0-a', '1.0.0-b')).toBeLessThan(0);
  expect(compareVersions('nonsense', '0.0.1')).toBeLessThan(0);
  expect(compareVersions('1.0.0', '9')).toBeGreaterThan(0);
  expect(compareVersions('1.0.0', '1.0.0')).toBe(0);
  expect(compareVersions('1.0.0', '1.0.0')).toBe(0);
  const version = fc.tuple(fc.nat(999), fc.nat(999), fc.nat(999));
  fc.assert(
    fc.property(version, version, (one, other) => {
      const [a, b] = [one.join('.'), other.join('.')];
      expect(Math.sign(compareVersions(a, b))).toBe(-Math.sign(compareVersions(b, a)) + 0);
    }),
  );
});

it('the build’s own release address is https, with a key for each slot, or there is none', () => {
  const { address, publicKeys } = shipped as { address: string; publicKeys: string[] };
  if (address === '') {
    expect(publicKeys).toEqual([]);
    return;
  }
  expect(address).toMatch(/^https:\/\/[^/?#@]+(?:\/[^?#]*[^/?#])?$/);
  expect(publicKeys.length).toBeGreaterThan(0);
  expect(publicKeys.length).toBeLessThanOrEqual(2);
  for (const key of publicKeys) expect(key).toMatch(/^[0-9a-f]{64}$/);
});
