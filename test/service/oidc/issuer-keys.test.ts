import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jwtVerify, SignJWT } from 'jose';
import { afterAll, expect, test } from 'vitest';
import { readIssuers } from '#service/boot/arguments.ts';
import { IssuerKeys } from '#service/oidc/issuer-keys.ts';
import { makeKey } from '../../fixtures/oidc-issuer.ts';

const folder = mkdtempSync(join(tmpdir(), 'keyops-issuers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const issuer = 'https://issuer.example.com';

test('a configured issuer is never asked: its keys come from the file', async () => {
  const { jwk, kid, privateKey } = await makeKey('ES256');
  const file = join(folder, 'issuers.json');
  writeFileSync(file, JSON.stringify([{ issuer, jwks: { keys: [jwk] } }]));
  const keys = new IssuerKeys({ steadyMs: () => 0, allowLoopback: false, configured: readIssuers(file) });
  await keys.obtain(issuer, 'another-key');
  const token = await new SignJWT({}).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey);
  await expect(jwtVerify(token, keys.keysOf(issuer))).resolves.toBeDefined();
});

test('keys that were never asked for are not at hand', () => {
  const keys = new IssuerKeys({ steadyMs: () => 0, allowLoopback: false, configured: new Map() });
  expect(() => keys.keysOf(issuer)).toThrow('they have not been asked for');
});

test.each(['', '{}', '[{}]', '[{"issuer":"x"}]', '[{"issuer":"x","jwks":{"keys":[{}]}}]'])(
  'a file with %s is refused',
  (text) => {
    const file = join(folder, 'wrong.json');
    writeFileSync(file, text);
    expect(() => readIssuers(file)).toThrow('--oidc-issuers must name a JSON file');
  },
);

test('a file that is not there is refused', () => {
  expect(() => readIssuers(join(folder, 'none.json'))).toThrow('--oidc-issuers must name a JSON file');
});
