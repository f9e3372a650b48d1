import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { advisoriesOf, advisoryFaults } from '#scripts/advisories.mjs';
import { lockfileFaults, npmrcFaults } from '#scripts/lockfile.mjs';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const report = (name: string): string => `test/fixtures/audit-reports/${name}.json`;

const SHA512 = `sha512-${'a'.repeat(86)}==`;
const MANIFEST = { dependencies: { left: '1.0.0', keytar: 'npm:@github/keytar@2.0.0' } };
const ALLOWED = [{ package: '@github/keytar', reason: 'It has prebuilds.' }];
type Lock = Parameters<typeof lockfileFaults>[0];
const lock = (more: Lock['packages'] = {}): Lock => ({
  lockfileVersion: 3,
  packages: {
    '': MANIFEST,
    'node_modules/left': { version: '1.0.0', integrity: SHA512 },
    'node_modules/keytar': {
      ...{ name: '@github/keytar', version: '2.0.0', integrity: SHA512, hasInstallScript: true },
      resolved: 'https://registry.npmjs.org/@github/keytar/-/keytar-2.0.0.tgz',
    },
    ...more,
  },
});
const faults = (more?: Lock['packages'], allowed = ALLOWED): string =>
  lockfileFaults(lock(more), MANIFEST, allowed).join('\n');

describe('the lockfile', () => {
  it('of this repository has no faults', () => {
    const { installScripts } = JSON.parse(read('scripts/supply-chain.json')) as {
      installScripts: typeof ALLOWED;
    };
    const own = JSON.parse(read('package-lock.json')) as Lock;
    expect(
      lockfileFaults(own, JSON.parse(read('package.json')) as Lock['packages'][''], installScripts),
    ).toEqual([]);
    expect(npmrcFaults(read('.npmrc'))).toEqual([]);
    expect(faults()).toBe('');
  });

  const left = { version: '1.0.0', integrity: SHA512 };
  it.each<[string, Lock['packages'], string]>([
    [
      'a package comes from another host',
      { 'node_modules/left': { ...left, resolved: 'https://registry.example.com/left/-/left-1.0.0.tgz' } },
      'elsewhere',
    ],
    [
      'a host only looks like the registry',
      {
        'node_modules/left': {
          ...left,
          resolved: 'https://registry.npmjs.org.example.com/left/-/left-1.0.0.tgz',
        },
      },
      'elsewhere',
    ],
    [
      'the registry is asked without TLS',
      { 'node_modules/left': { ...left, resolved: 'http://registry.npmjs.org/left/-/left-1.0.0.tgz' } },
      'elsewhere',
    ],
    [
      'another package of the registry takes its place',
      { 'node_modules/left': { ...left, resolved: 'https://registry.npmjs.org/1eft/-/1eft-1.0.0.tgz' } },
      'elsewhere',
    ],
    [
      'an older version takes its place',
      { 'node_modules/left': { ...left, resolved: 'https://registry.npmjs.org/left/-/left-0.9.0.tgz' } },
      'elsewhere',
    ],
    [
      'an optional peer of another version is all that it finds, which npm 10 installs nothing with',
      {
        'node_modules/peer': { version: '6.0.0', integrity: SHA512 },
        'node_modules/outer/node_modules/left': { ...left, peerDependencies: { peer: '^5.0.2' } },
      },
      'npm 10 wants an entry of its own',
    ],
    [
      'a package comes from a git repository',
      { 'node_modules/left': { ...left, resolved: 'git+ssh://git@github.com/a/left.git#0123' } },
      'elsewhere',
    ],
    [
      'a package comes from a file',
      { 'node_modules/left': { ...left, resolved: 'file:../left.tgz' } },
      'elsewhere',
    ],
    [
      'a package is a link into the disk',
      { 'node_modules/left': { link: true, resolved: '../left' } },
      'lies on this disk',
    ],
    ['a package has no digest', { 'node_modules/left': { version: '1.0.0' } }, 'no SHA-512'],
    [
      'a package has a digest that can be forged',
      { 'node_modules/left': { ...left, integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' } },
      'no SHA-512',
    ],
    ['a version is a range', { 'node_modules/left': { ...left, version: '^1.0.0' } }, 'not exact'],
    [
      'a package comes inside another one',
      { 'node_modules/left': { ...left, inBundle: true } },
      'inside another package',
    ],
    [
      'a package stands under another name',
      { 'node_modules/left': { ...left, name: '1eft' } },
      'nothing declares',
    ],
    [
      'a new package runs a script',
      { 'node_modules/left': { ...left, hasInstallScript: true } },
      'runs a script',
    ],
    [
      'a package of a package comes from elsewhere',
      { 'node_modules/left': { ...left, dependencies: { b: 'github:a/b' } } },
      'wants b from elsewhere',
    ],
    [
      'a package of a package comes from an address',
      { 'node_modules/left': { ...left, optionalDependencies: { b: 'https://example.com/b.tgz' } } },
      'wants b from elsewhere',
    ],
    [
      'it is not that of package.json',
      { '': { dependencies: { left: '1.0.1' } } },
      'not those of package.json',
    ],
  ])('attack: %s', (_what, packages, words) => {
    expect(faults(packages)).toContain(words);
  });

  it('attack: a script is allowed without a reason, or for what has none', () => {
    expect(faults({}, [{ package: '@github/keytar', reason: ' ' }])).toContain('no reason');
    expect(faults({}, [...ALLOWED, { package: 'left', reason: 'It may.' }])).toContain('has none');
    // The alias is no name to allow it by.
    expect(faults({}, [{ package: 'keytar', reason: 'It has prebuilds.' }])).toContain('runs a script');
  });

  it.each([
    ['range', { left: '^1.0.0' }],
    ['tag', { left: 'latest' }],
    ['repository', { left: 'github:a/left' }],
  ])('attack: package.json names a %s', (_what, dependencies) => {
    const manifest = { dependencies };
    const found = lockfileFaults(lock({ '': manifest }), manifest, ALLOWED).join('\n');
    expect(found).toContain('no exact version of left');
  });

  it.each([
    ['scripts are run', 'ignore-scripts=false'],
    ['scripts are run, by saying nothing', ''],
    ['another registry is asked', 'ignore-scripts=true\nregistry=https://registry.example.com/'],
    [
      'another registry is asked for a scope',
      'ignore-scripts=true\n@noble:registry=https://registry.example.com/',
    ],
    ['a token is committed', 'ignore-scripts=true\n//registry.npmjs.org/:_authToken=npm_x'],
    ['certificates are not checked', 'ignore-scripts=true\nstrict-ssl=false'],
  ])('attack on .npmrc: %s', (_what, text) => {
    expect(npmrcFaults(text)).toHaveLength(1);
  });
});

describe('advisories', () => {
  const found = advisoriesOf(JSON.parse(read(report('two-advisories')))) ?? [];
  const exception = (id: string, name: string, expires = '2027-01-31') => ({
    ...{ id, package: name, expires },
    reason: 'Not reached.',
  });
  const buffer = exception('GHSA-3gc7-fjrx-p6mg', 'bigint-buffer');
  const curve = exception('GHSA-848j-6mx2-7j84', 'elliptic');
  const both = [buffer, curve];

  it('are read out of npm’s report, each once, low ones too', () => {
    expect(found.map((each) => `${each.package} ${each.id} ${each.severity}`)).toEqual([
      'bigint-buffer GHSA-3gc7-fjrx-p6mg high',
      'elliptic GHSA-848j-6mx2-7j84 low',
    ]);
    expect(advisoriesOf(JSON.parse(read(report('clean'))))).toEqual([]);
  });

  it('fail without an exception, and pass with one of that id, package and time', () => {
    expect(advisoryFaults(found, [], '2026-11-22')).toHaveLength(2);
    expect(advisoryFaults(found, both, '2026-11-22')).toEqual([]);
    expect(advisoryFaults(found, both, '2027-01-31')).toEqual([]);
  });

  it.each([
    ['it has expired', both, '2027-02-01', 2],
    ['nothing needs it any more', [...both, exception('GHSA-aaaa-bbbb-cccc', 'left')], '2026-11-22', 1],
    ['it is for another package', [buffer, exception('GHSA-848j-6mx2-7j84', 'left')], '2026-11-22', 2],
    ['its day is none', [buffer, exception('GHSA-848j-6mx2-7j84', 'elliptic', 'never')], '2026-11-22', 1],
    ['it has no reason', [buffer, { ...curve, reason: '' }], '2026-11-22', 1],
  ])('attack: an exception lasts although %s', (_what, exceptions, today, count) => {
    expect(advisoryFaults(found, exceptions, today)).toHaveLength(count);
  });

  it.each([
    ['clean', 0],
    ['two-advisories', 1],
    ['refused', 2],
  ])('end the program with the status of what was found: %s', (name, status) => {
    const run = spawnSync(process.execPath, ['scripts/advisories.mjs', '--report', report(name)], {
      cwd: root,
    });
    expect(run.status).toBe(status);
  });

  it.each([
    'null',
    '"text"',
    '[]',
    '{}',
    '{"auditReportVersion":2}',
    '{"auditReportVersion":1,"vulnerabilities":{}}',
  ])('attack: a registry that answers %s does not pass for one without advisories', (text) => {
    expect(advisoriesOf(JSON.parse(text))).toBeUndefined();
  });
});
