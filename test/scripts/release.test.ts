import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOMParser } from '@xmldom/xmldom';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { msixManifest } from '#scripts/package-msix.mjs';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}
const manifest = JSON.parse(read('package.json')) as Manifest;

describe('what is shipped', () => {
  it('has exact versions of every package', () => {
    const versions = [...Object.values(manifest.dependencies), ...Object.values(manifest.devDependencies)];
    expect(versions.filter((version) => !/^(npm:@github\/keytar@)?\d+\.\d+\.\d+$/u.test(version))).toEqual(
      [],
    );
  });

  it('takes no more packages beside the bundle than the build leaves outside of it', () => {
    const outside = Object.keys(manifest.dependencies).filter(
      (name) => !read('electron.vite.config.ts').includes(`'${name}'`),
    );
    expect(outside).toEqual([]);
  });

  it('has an exact version of Electron, which the release workflow gets and cannot do without', () => {
    expect(manifest.devDependencies['electron']).toMatch(/^\d+\.\d+\.\d+$/u);
    const workflow = read('.github/workflows/release.yml');
    expect(workflow).toContain('- run: npx install-electron\n');
    expect(workflow).not.toContain('continue-on-error');
    expect(workflow).not.toContain('ELECTRON_OVERRIDE_DIST_PATH');
  });
});

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly 'continue-on-error'?: boolean;
}
interface Job {
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly unknown[]>> };
  readonly permissions?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}
const workflow = (name: string): Workflow =>
  parse(read(`.github/workflows/${name}`), { strict: true }) as Workflow;

describe.each(readdirSync(join(root, '.github/workflows')))('the workflow %s', (name) => {
  const { on, permissions, jobs } = workflow(name);
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  it('pins its actions by commit', () => {
    const used = steps.flatMap(({ uses }) => (uses === undefined ? [] : [uses]));
    expect(used.filter((action) => !/@[0-9a-f]{40}$/u.test(action))).toEqual([]);
  });

  it('may read by default, and never runs a stranger’s code with our secrets', () => {
    expect(permissions).toEqual({ contents: 'read' });
    expect(Object.keys(on)).not.toContain('pull_request_target');
    expect(Object.keys(on)).not.toContain('workflow_run');
  });

  it('leaves no token in the checkout', () => {
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@') === true);
    expect(checkouts.length).toBeGreaterThan(0);
    for (const each of checkouts) expect(each.with?.['persist-credentials']).toBe(false);
  });

  it('puts nothing that a stranger writes into a script', () => {
    expect(steps.filter(({ run = '' }) => /\$\{\{\s*(github\.(event|head_ref)|inputs\.)/u.test(run))).toEqual(
      [],
    );
  });

  it('installs by the lockfile, asks for signatures and advisories, and ends in time', () => {
    const runs = steps.map(({ run }) => run ?? '').join('\n');
    expect(runs).not.toMatch(/npm (install|i)\b/u);
    for (const line of ['npm ci', 'npm audit signatures', 'node scripts/advisories.mjs', 'npm run security'])
      expect(runs).toContain(line);
    for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeLessThanOrEqual(90);
  });

  it('names only commands that are there', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = steps.flatMap(({ run = '' }) =>
      [...run.matchAll(/npm run ([\w-]+)/gu)].map((match) => match[1]),
    );
    expect(named.filter((each) => scripts[each ?? ''] === undefined)).toEqual([]);
  });
});

describe('the check', () => {
  const { matrix } = workflow('check.yml').jobs['gate']?.strategy ?? { matrix: {} };

  it('runs on three systems, and on the floor of Node and its newest versions', () => {
    expect(matrix['os']).toEqual(['ubuntu-latest', 'macos-latest', 'windows-latest']);
    const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
    const versions = [
      ...(matrix['node'] ?? []),
      ...(matrix['include'] ?? []).map((each) => (each as { node: number }).node),
    ];
    expect(versions).toEqual([22, Number(engines.node.replace('>=', '')), 24]);
  });
});

describe('the release', () => {
  const job = workflow('release.yml').jobs['package'];
  const steps = job?.steps ?? [];
  const at = (words: string): number =>
    steps.findIndex(({ run = '', uses = '' }) => run.includes(words) || uses.startsWith(words));

  it('builds every package of every system and architecture', () => {
    const rows = (job?.strategy?.matrix['include'] ?? []) as readonly { name: string; targets: string }[];
    expect(Object.fromEntries(rows.map((row) => [row.name, row.targets]))).toEqual({
      ...{ 'linux-x64': 'AppImage', 'linux-arm64': 'AppImage' },
      ...{ 'mac-arm64': 'dmg,zip', 'mac-x64': 'dmg,zip', 'windows-x64': 'nsis,msix' },
    });
    // Folder, deb and rpm, on both architectures of Linux.
    expect(steps.some(({ run = '' }) => run.includes('npm run package -- --complete &&'))).toBe(true);
  });

  it('fails where a row is skipped, an Electron test is skipped, or a step fails', () => {
    for (const { run = '' } of steps) {
      if (run.includes('npm run package')) expect(run).toContain('--complete');
    }
    expect(steps[at('npm test -- --project e2e')]?.env).toEqual({ ELECTRON_EXPECTED: '1' });
    expect(steps.filter((step) => step['continue-on-error'] === true)).toEqual([]);
  });

  it('attests what it keeps, with digests and the bill of materials, after everything was proven', () => {
    const gather = steps[at('SHA256SUMS')]?.run ?? '';
    for (const ending of [
      '.deb',
      '.rpm',
      '.AppImage',
      '.dmg',
      '.zip',
      '.exe',
      '.msix',
      'sbom.cdx.json',
      'proofs',
    ])
      expect(gather).toContain(ending);
    const order = [at('npx install-electron'), at('npm run package'), at('npm test'), at('SHA256SUMS')];
    order.push(at('actions/attest-build-provenance@'), at('actions/upload-artifact@'));
    expect(order).toEqual([...order].sort((one, other) => one - other));
    expect(order).not.toContain(-1);
    expect(job?.permissions).toEqual({ contents: 'read', 'id-token': 'write', attestations: 'write' });
  });
});

describe('what Windows and macOS are told', () => {
  const elements = (xml: string, name: string): Element[] => {
    const faults: string[] = [];
    const parser = new DOMParser({ errorHandler: (_level: string, text: string) => void faults.push(text) });
    const found = Array.from(parser.parseFromString(xml, 'text/xml').getElementsByTagName(name));
    expect(faults).toEqual([]);
    return found;
  };
  const release = {
    version: '1.2.3-beta.1',
    description: 'Keys & “more” <b>',
    publisher: 'CN=A "B" & C',
    architecture: 'x64',
  };

  it('the MSIX: version, publisher and program, and no capability but a desktop program’s', () => {
    const xml = msixManifest(release);
    expect(xml).not.toMatch(/@[A-Z]+@/u);
    const [identity] = elements(xml, 'Identity');
    expect(identity?.getAttribute('Version')).toBe('1.2.3.0');
    expect(identity?.getAttribute('Publisher')).toBe(release.publisher);
    expect(elements(xml, 'Description')[0]?.textContent).toBe(release.description);
    expect(elements(xml, 'Application')[0]?.getAttribute('EntryPoint')).toBe('Windows.FullTrustApplication');
    expect(elements(xml, 'rescap:Capability').map((each) => each.getAttribute('Name'))).toEqual([
      'runFullTrust',
    ]);
    expect(elements(xml, 'Capability')).toEqual([]);
    const logos = [...xml.matchAll(/assets\\(\d+)x\1\.png/gu)].map((match) => match[1]);
    expect(logos.sort()).toEqual(['150', '44', '50']);
    expect(() => msixManifest({ ...release, version: 'next' })).toThrow('next');
    expect(() => msixManifest({ ...release, publisher: 'Somebody' })).toThrow('Somebody');
  });

  it('the MSIX and Linux know the same files', () => {
    const windows = elements(msixManifest(release), 'uap:FileType').map((each) => each.textContent);
    const linux = elements(read('resources/packaging/linux/keyops-console.xml'), 'glob').map((each) =>
      each.getAttribute('pattern')?.slice(1),
    );
    expect(windows).toEqual(linux);
  });

  it('macOS: the least entitlements that V8 runs with', () => {
    const keys = elements(read('resources/packaging/mac/entitlements.plist'), 'key').map(
      (each) => each.textContent,
    );
    expect(keys).toEqual(['com.apple.security.cs.allow-jit']);
  });
});
