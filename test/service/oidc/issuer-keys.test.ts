import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jwtVerify, SignJWT } from 'jose';
import { afterAll, expect, test } from 'vitest';
import { readIssuers } from '#service/boot/arguments.ts';
import { IssuerKeys, keySet } from '#service/oidc/issuer-keys.ts';
import { makeKey, OidcIssuer } from '../../fixtures/oidc-issuer.ts';

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

test('attack: of a key set, only what a signature is checked with is kept, and only so much of it', async () => {
  const { jwk } = await makeKey('ES256');
  const junk = Array.from({ length: 1_000 }, () => ({}));
  const checked = { ...jwk, key_ops: ['verify'] };
  expect(keySet.parse({ keys: [{ ...checked, junk, x5c: junk }], junk })).toEqual({ keys: [checked] });
  const refused = [
    { ...jwk, n: 'A'.repeat(3_000) },
    { ...jwk, kid: 'k'.repeat(2_000) },
    { ...jwk, x: junk },
  ];
  for (const key of refused) expect(keySet.safeParse({ keys: [key] }).success).toBe(false);
  const many = keySet.safeParse({ keys: junk });
  expect(many.error?.issues.map(({ code }) => code)).toEqual(['too_big']);
});

test('keys are copied once, until they are asked for again', async () => {
  const asked = await OidcIssuer.start();
  let now = 0;
  const keys = new IssuerKeys({ steadyMs: () => now, allowLoopback: true, configured: new Map() });
  await keys.obtain(asked.url, undefined);
  const first = keys.keysOf(asked.url);
  expect(keys.keysOf(asked.url)).toBe(first);
  now = 11 * 60_000;
  await keys.obtain(asked.url, undefined);
  expect(keys.keysOf(asked.url)).not.toBe(first);
  await asked.stop();
});

test('attack: an issuer offers a key of a kind that is not known here, and nobody logs in with the others', async () => {
  const asked = await OidcIssuer.start();
  const odd = [
    null,
    'key',
    {},
    { kty: 'AKP', pub: 'A'.repeat(10) },
    { ...asked.publicKey, n: 'A'.repeat(3_000) },
  ];
  asked.answer = (path, response) => {
    if (path !== '/keys') return false;
    response.end(JSON.stringify({ keys: [...odd, asked.publicKey] }));
    return true;
  };
  const keys = new IssuerKeys({ steadyMs: () => 0, allowLoopback: true, configured: new Map() });
  await keys.obtain(asked.url, undefined);
  const token = await asked.token({ sub: 'a' }, Date.now());
  await expect(jwtVerify(token, keys.keysOf(asked.url))).resolves.toBeDefined();
  await asked.stop();
});
