import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

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

describe('the workflows', () => {
  it.each(readdirSync(join(root, '.github/workflows')))('%s pins its actions by commit', (name) => {
    const used = [...read(`.github/workflows/${name}`).matchAll(/uses: (\S+)/gu)].map(
      ([, action = '']) => action,
    );
    expect(used.filter((action) => !/@[0-9a-f]{40}$/u.test(action))).toEqual([]);
  });
});
