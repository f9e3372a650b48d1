import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { readKeys } from '#service/boot/key-arguments.ts';
import { keyServiceOf } from '#service/boot/key-service.ts';

const vault = {
  'vault-url': 'https://vault.example:8200',
  'vault-key': 'keyops',
  'vault-token-file': '/run/token',
};
const token = {
  'pkcs11-module': '/usr/lib/softhsm/libsofthsm2.so',
  'pkcs11-token': 'KeyOps',
  'pkcs11-key': 'keyops',
  'pkcs11-pin-file': '/run/pin',
};
const INVALID = expect.objectContaining({ code: 'ARGUMENTS_INVALID' }) as Error;

test('nothing is asked for where nothing is given', () => {
  expect(readKeys({ 'storage-key-fd': '3' })).toEqual({});
});

test('a key to turn to, and an engine', () => {
  expect(readKeys({ 'storage-key-fd': '3', 'new-storage-key-fd': '4', rewrap: true })).toEqual({
    newStorageKeyFd: 4,
    rewrap: true,
  });
  expect(readKeys({ ...vault, 'vault-mount': 'team/transit', 'vault-ca': 'system' }).vault).toEqual({
    ...{ url: new URL('https://vault.example:8200'), mount: 'team/transit', name: 'keyops' },
    ...{ tokenFile: '/run/token', authorities: 'system' },
  });
  expect(readKeys({ ...vault, 'new-storage-key-fd': '3' }).newStorageKeyFd).toBe(3);
});

test('a token, beside a descriptor or an engine too', () => {
  const read = { module: token['pkcs11-module'], token: 'KeyOps', key: 'keyops', pinFile: '/run/pin' };
  expect(readKeys({ ...token, 'pkcs11-env': ['SOFTHSM2_CONF'] })).toEqual({
    token: { ...read, environment: ['SOFTHSM2_CONF'] },
  });
  expect(readKeys({ ...token, 'storage-key-fd': '3' }).token).toEqual({ ...read, environment: [] });
  expect(readKeys({ ...token, 'new-storage-key-fd': '3' }).newStorageKeyFd).toBe(3);
  for (const name of ['vault', 'pkcs11'] as const)
    expect(readKeys({ ...token, ...vault, 'turn-to': name }).turnTo).toBe(name);
});

describe('is refused:', () => {
  it.each([
    ['a new key for what is in the keychain', { 'new-storage-key-fd': '4' }],
    ['one descriptor for both keys', { 'storage-key-fd': '3', 'new-storage-key-fd': '3' }],
    ['a descriptor that is none', { 'storage-key-fd': '3', 'new-storage-key-fd': 'x' }],
    ['an engine without a key', { ...vault, 'vault-key': undefined }],
    ['an engine without a token', { ...vault, 'vault-token-file': undefined }],
    ['a key without an engine', { ...vault, 'vault-url': undefined }],
    ['http to another machine', { ...vault, 'vault-url': 'http://vault.example:8200' }],
    ['an address with a path', { ...vault, 'vault-url': 'https://vault.example/v1' }],
    ['an address with a password', { ...vault, 'vault-url': 'https://a:hidden@vault.example' }],
    ['no address', { ...vault, 'vault-url': 'vault' }],
    ['a token without a key', { ...token, 'pkcs11-key': undefined }],
    ['a token without a PIN', { ...token, 'pkcs11-pin-file': undefined }],
    ['a PIN without a token', { ...token, 'pkcs11-module': undefined, 'pkcs11-token': undefined }],
    ['a variable without a token', { 'pkcs11-env': ['SOFTHSM2_CONF'] }],
    ['attack: a module that is looked for', { ...token, 'pkcs11-module': 'libsofthsm2.so' }],
    ['attack: a variable of Node’s', { ...token, 'pkcs11-env': ['NODE_OPTIONS'] }],
    ['a variable with a value', { ...token, 'pkcs11-env': ['A=b'] }],
    ['a label that is too long', { ...token, 'pkcs11-token': 'é'.repeat(17) }],
    ['a label that ends in a space', { ...token, 'pkcs11-token': 'KeyOps ' }],
    ['a label with a line feed', { ...token, 'pkcs11-key': 'a\nb' }],
    ['an engine and a token without a direction', { ...token, ...vault }],
    ['a direction that is none', { ...token, ...vault, 'turn-to': 'fd' }],
    ['a direction without a choice', { ...token, 'turn-to': 'pkcs11' }],
    ['three keys', { ...token, ...vault, 'turn-to': 'vault', 'storage-key-fd': '3' }],
    ['attack: a name that leads elsewhere', { ...vault, 'vault-key': '../../sys/seal' }],
    ['attack: a mount that leads elsewhere', { ...vault, 'vault-mount': 'transit/../sys' }],
    ['attack: a name with a query', { ...vault, 'vault-key': 'k?x=1' }],
  ])('%s', (_what, given) => {
    const read = () => readKeys(given);
    expect(read).toThrow(INVALID);
    expect(read).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('hidden') as string }) as Error,
    );
  });
});

it.each([
  ['others can read', 0o644, 'secret', 'can read'],
  ['is empty', 0o600, '', 'can’t be read'],
])('a token’s file that %s is refused before anything is asked', async (_what, mode, content, told) => {
  const folder = mkdtempSync(join(tmpdir(), 'keyops-token-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const tokenFile = join(folder, 'token');
  writeFileSync(tokenFile, content, { mode });
  const place = { url: new URL('http://127.0.0.1:1'), mount: 'transit', name: 'k', tokenFile };
  await expect(keyServiceOf(place)()).rejects.toMatchObject({
    code: 'ARGUMENTS_INVALID',
    message: expect.stringContaining(told) as string,
  });
  await expect(keyServiceOf({ ...place, authorities: tokenFile })()).rejects.toMatchObject({
    code: 'ARGUMENTS_INVALID',
  });
});
