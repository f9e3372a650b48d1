import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { addedAuthorities, webhookTrust } from '#service/boot/webhook-authorities.ts';
import { createAuthority, selfSigned } from '../../fixtures/self-signed.ts';

const folder = mkdtempSync(join(tmpdir(), 'keyops-authorities-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const [one, two] = [createAuthority('One'), createAuthority('Two')];
const issued = one.issue('hooks.example.com');
const refusal = expect.objectContaining({ code: 'ARGUMENTS_INVALID' }) as Error;

test('a file of authorities, whatever stands between them and however lines end', () => {
  const text = `# Ours\n${one.cert}\nSubject: Two\n${two.cert}`;
  expect(addedAuthorities(file('two.pem', text))).toEqual([one.cert, two.cert]);
  expect(addedAuthorities(file('crlf.pem', text.replaceAll('\n', '\r\n')))).toEqual([one.cert, two.cert]);
  expect(addedAuthorities(file('self.pem', selfSigned('hooks.example.com').cert))).toHaveLength(1);
});

describe('refused, naming the file:', () => {
  test.each([
    ['nothing', ''],
    ['a certificate of an endpoint that another signed', issued.cert],
    ['a private key beside an authority', one.cert + issued.key],
    ['a request beside an authority', `${one.cert}-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n`],
    ['a certificate that is cut off', one.cert.slice(0, -30)],
    ['a certificate of garbage', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'],
    ['more than a mebibyte', one.cert + ' '.repeat(1024 * 1024)],
  ])('%s', (name, text) => {
    const path = file(`${name}.pem`, text);
    expect(() => addedAuthorities(path)).toThrow(refusal);
    expect(() => addedAuthorities(path)).toThrow(path);
  });

  test('a folder, and a file that is not there', () => {
    const inner = join(folder, 'folder');
    mkdirSync(inner);
    for (const path of [inner, join(folder, 'missing.pem'), ''])
      expect(() => addedAuthorities(path)).toThrow(refusal);
  });

  test('a changed byte is refused or leaves certificates, and nothing else happens', () => {
    fc.assert(
      fc.property(fc.nat(one.cert.length - 1), fc.nat(255), (at, byte) => {
        const bytes = Buffer.from(one.cert);
        bytes[at] = byte;
        const path = file('changed.pem', bytes.toString('latin1'));
        try {
          expect(addedAuthorities(path)).toHaveLength(1);
        } catch (error) {
          expect(error).toEqual(refusal);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('system', () => {
  const bundle = file('bundle.crt', one.cert + two.cert);
  const missing = join(folder, 'no-bundle.crt');

  test('Node’s own reader comes first, then the first bundle with certificates', () => {
    expect(addedAuthorities('system', { read: () => [two.cert], bundles: [bundle] })).toEqual([two.cert]);
    const empty = file('empty.crt', '');
    expect(addedAuthorities('system', { read: () => [], bundles: [missing, empty, bundle] })).toHaveLength(2);
    const failing = () => {
      throw new Error('no keychain');
    };
    expect(addedAuthorities('system', { read: failing, bundles: [bundle] })).toHaveLength(2);
  });

  test('a store that gives nothing is said, and not taken for the bundled one', () => {
    expect(() => addedAuthorities('system', { read: undefined, bundles: [missing] })).toThrow(refusal);
  });
});

test('without the option nothing changes; with it, what cannot be read keeps the service from starting', () => {
  expect(webhookTrust(undefined)).toBeUndefined();
  expect(webhookTrust(file('one.pem', one.cert))).toBeDefined();
  expect(() => webhookTrust(missingFile())).toThrow(refusal);
});
const missingFile = (): string => join(folder, 'nothing-here.pem');
