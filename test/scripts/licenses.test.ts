import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { licensesText, shippedPackages, unknownLicenses } from '#scripts/licenses.mjs';

const root = join(import.meta.dirname, '../..');

describe('the licenses of what is shipped', () => {
  const packages = shippedPackages(root);
  const names = packages.map(({ name }) => name);

  it('lists what is bundled, what is installed beside the bundle, and the sources of the known lists', () => {
    expect(names).toContain('viem');
    expect(names).toContain('@fontsource-variable/inter');
    expect(names).toContain('fastify');
    expect(names).toContain('@safe-global/safe-deployments');
    expect(names).not.toContain('vitest');
    expect(names).not.toContain('playwright-core');
    // For a service on a server alone.
    expect(names.filter((name) => name.includes('koffi'))).toEqual([]);
  });

  it('knows the license of every package', () => {
    expect(unknownLicenses(packages).map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
  });

  it('refuses a package with a license that nobody has looked at', () => {
    const hostile = { name: 'a', version: '1.0.0', license: 'SSPL-1.0', text: '' };
    expect(unknownLicenses([hostile, { ...hostile, license: '' }])).toHaveLength(2);
  });

  it('takes one of several licenses where the package leaves the choice, and not where all hold', () => {
    const license = (text: string) => ({ name: 'a', version: '1.0.0', license: text, text: '' });
    expect(unknownLicenses([license('(MIT OR SSPL-1.0)'), license('MIT OR Apache-2.0')])).toEqual([]);
    expect(unknownLicenses([license('(MIT AND SSPL-1.0)'), license('SSPL-1.0 OR AGPL-3.0')])).toHaveLength(2);
  });

  it('writes each package with its version and text', () => {
    const text = licensesText([
      { name: 'a', version: '1.0.0', license: 'MIT', text: 'Permission is granted.' },
    ]);
    expect(text).toContain('a 1.0.0\nLicense: MIT\n\nPermission is granted.');
  });

  it('is Apache-2.0 itself', () => {
    const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { license: string };
    expect(own.license).toBe('Apache-2.0');
    expect(readFileSync(join(root, 'LICENSE'), 'utf8')).toContain('Apache License');
  });
});
