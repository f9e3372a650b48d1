import { describe, expect, it } from 'vitest';
import { sbomFault, sbomText } from '#scripts/sbom.mjs';

const digest = Buffer.alloc(64, 7);
const packages = {
  'node_modules/@scope/one': {
    ...{ version: '1.2.3', integrity: `sha512-${digest.toString('base64')}` },
    dependencies: { two: '^1.0.0' },
  },
  'node_modules/@scope/one/node_modules/two': {
    version: '1.0.0',
    integrity: `sha512-${digest.toString('base64')}`,
  },
  'node_modules/two': { version: '2.0.0' },
  'node_modules/alias': { name: 'real', version: '3.0.0' },
};
const shipped = [
  { name: '@scope/one', version: '1.2.3', license: 'MIT' },
  { name: 'two', version: '1.0.0', license: 'ISC' },
  { name: 'two', version: '2.0.0', license: '(MIT OR Apache-2.0)' },
  { name: 'real', version: '3.0.0', license: 'OFL-1.1' },
  { name: 'electron', version: '33.0.0', license: 'MIT' },
];
const release = { version: '9.9.9', description: 'A console.', date: new Date(0) };
interface Bom {
  readonly metadata: { readonly timestamp: string; readonly component: { readonly 'bom-ref': string } };
  readonly components: readonly Readonly<Record<string, unknown>>[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}
const text = sbomText(shipped, packages, release);
const bom = JSON.parse(text) as Bom;

describe('the bill of materials', () => {
  it('has each package with address, license and digest', () => {
    const one = bom.components.find((each) => each['bom-ref'] === '@scope/one@1.2.3');
    expect(one).toMatchObject({
      ...{ name: 'one', group: '@scope', version: '1.2.3', purl: 'pkg:npm/%40scope/one@1.2.3' },
      licenses: [{ license: { id: 'MIT' } }],
      hashes: [{ alg: 'SHA-512', content: digest.toString('hex') }],
    });
    expect(bom.components.map((each) => each['purl'])).toContain('pkg:npm/real@3.0.0');
    expect(bom.components).toHaveLength(5);
  });

  it('says which one of two versions a package loads', () => {
    expect(bom.dependencies.find(({ ref }) => ref === '@scope/one@1.2.3')?.dependsOn).toEqual(['two@1.0.0']);
  });

  it('has the same bytes each time, and meets the schema', async () => {
    expect(sbomText(shipped, packages, release)).toBe(text);
    expect(await sbomFault(text)).toBeNull();
  });

  it.each([
    [
      'a field that the schema does not know',
      text.replace('"specVersion"', '"specification": "1", "specVersion"'),
    ],
    ['a license that has no such name', text.replace('"ISC"', '"I-S-C"')],
    ['a digest that is none', text.replace(digest.toString('hex'), 'xyz')],
  ])('is refused with %s', async (_what, broken) => {
    expect(broken).not.toBe(text);
    expect(await sbomFault(broken)).not.toBeNull();
  });
});
