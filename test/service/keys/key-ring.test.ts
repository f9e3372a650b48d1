import { describe, expect, it } from 'vitest';
import { Secret } from '#protocol/secret.ts';
import { KeyRing } from '#service/keys/key-ring.ts';
import { localKeyOf } from '#service/keys/local-key.ts';
import { SEALED_VALUES, type WrappedDataKey } from '#service/keys/sealed-values.ts';
import type { KeyHolder, WrappingKey } from '#service/keys/wrapping-key.ts';
import { storageKeyOf } from '#test/fixtures/key-ring.ts';

const database = storageKeyOf();
const [first, second] = [localKeyOf(storageKeyOf()), localKeyOf(storageKeyOf())];
const holderOf = (key: WrappingKey): KeyHolder => ({
  of: (id) => (id === key.id ? key : undefined),
  newest: () => Promise.resolve(key),
  wipe: () => undefined,
});
const versionOf = (version: number, key = first) => ({ version, key_id: key.id });
const ring = (...versions: readonly ReturnType<typeof versionOf>[]) =>
  new KeyRing(database, versions, [holderOf(first), holderOf(second)]);
const secretOf = (text: string) => new Secret(new TextEncoder().encode(text));
const textOf = (secret: Secret) => secret.use((bytes) => new TextDecoder().decode(bytes));

const wallet = { id: 'w1', organization_id: 'o1' };
const sealedWallet = (under = ring(versionOf(1)), named = wallet) => ({
  ...named,
  ...under.seal('wallet', named, { sealed_words: secretOf('words'), sealed_seed: secretOf('seed') }),
});
const INVALID = expect.objectContaining({ code: 'SEALED_DATA_INVALID' }) as Error;

it('opens what it sealed, each value of each table by its column', () => {
  const keyRing = ring(versionOf(1));
  for (const [table, { columns }] of Object.entries(SEALED_VALUES)) {
    const named = { id: 'r', name: 'r', public_key: 'r', organization_id: 'o' };
    const values = Object.fromEntries(Object.keys(columns).map((column) => [column, secretOf(column)]));
    const row = { ...named, ...keyRing.seal(table as 'secret', named, values as { sealed_value: Secret }) };
    for (const column of Object.keys(columns))
      expect(textOf(keyRing.open(table as 'secret', row, column as 'sealed_value'))).toBe(column);
  }
});

it('gives each row a data key of its own, under the newest version', () => {
  const keyRing = ring(versionOf(1), versionOf(2, second));
  const [one, other] = [sealedWallet(keyRing), sealedWallet(keyRing)];
  expect(one.key_version).toBe(2);
  expect(Buffer.from(one.data_key)).not.toEqual(Buffer.from(other.data_key));
  expect(one.sealed_words.length).toBe(12 + 'words'.length + 16);
  expect(textOf(keyRing.open('wallet', sealedWallet(ring(versionOf(1))), 'sealed_words'))).toBe('words');
});

describe('attack: somebody who can write the database', () => {
  const keyRing = ring(versionOf(1), versionOf(2, second));
  const row = sealedWallet(keyRing);
  const other = sealedWallet(keyRing, { id: 'w2', organization_id: 'o1' });
  const openSeed = (changed: Partial<typeof row>) => () =>
    keyRing.open('wallet', { ...row, ...changed }, 'sealed_seed');

  it.each([
    ['puts a value into another column', { sealed_seed: row.sealed_words }],
    ['puts a value into another row', { sealed_seed: other.sealed_seed }],
    [
      'puts a value with its data key into another row',
      { sealed_seed: other.sealed_seed, data_key: other.data_key },
    ],
    ['puts a data key under another value', { data_key: other.data_key }],
    ['moves a row to another organization', { organization_id: 'o2' }],
    ['gives a row the ID of another', { id: 'w2' }],
    ['edits the version', { key_version: 1 }],
    ['cuts the data key', { data_key: row.data_key.slice(0, 20) }],
    ['empties the value', { sealed_seed: new Uint8Array() }],
  ])('%s', (_attack, changed) => {
    expect(openSeed(changed)).toThrow(INVALID);
  });

  it('puts a value into another table', () => {
    const secret = { ...wallet, ...row, sealed_value: row.sealed_seed };
    expect(() => keyRing.open('secret', secret, 'sealed_value')).toThrow(INVALID);
  });

  it('names a version that the database never had', () => {
    expect(openSeed({ key_version: 9 })).toThrow(expect.objectContaining({ code: 'STORAGE_KEY_RETIRED' }));
  });

  it('puts an old wrapped data key back after the key was turned', () => {
    const old = sealedWallet(ring(versionOf(1)));
    const turned = ring(versionOf(2, second));
    expect(() => turned.open('wallet', old, 'sealed_seed')).toThrow(
      expect.objectContaining({ code: 'STORAGE_KEY_RETIRED' }),
    );
    expect(() => turned.open('wallet', { ...old, key_version: 2 }, 'sealed_seed')).toThrow(INVALID);
  });

  it('puts a value of before there were data keys back', () => {
    const bare: WrappedDataKey = { key_version: null, data_key: null };
    const old = { ...wallet, ...bare, sealed_seed: database.seal(new Uint8Array(64), 'w1/seed') };
    expect(() => keyRing.open('wallet', old, 'sealed_seed')).toThrow(
      expect.objectContaining({ code: 'STORAGE_KEY_RETIRED' }),
    );
    const knows = ring({ version: 0, key_id: 'database key' }, versionOf(1));
    expect(knows.open('wallet', old, 'sealed_seed').length).toBe(64);
  });
});

it('says which key is missing where it was not given the one of a value', () => {
  const row = sealedWallet(ring(versionOf(1), versionOf(2, second)));
  const old = new KeyRing(database, [versionOf(1), versionOf(2, second)], [holderOf(first)]);
  const fault = expect.objectContaining({
    code: 'STORAGE_KEY_NOT_GIVEN',
    message: expect.stringContaining(`version 2 of the storage key (${second.id})`) as string,
  }) as Error;
  expect(() => old.open('wallet', row, 'sealed_seed')).toThrow(fault);
  expect(() => sealedWallet(old)).toThrow(fault);
});

it('a key ID tells nothing of the key, and is the same each time', () => {
  const bytes = new Uint8Array(32).fill(5);
  expect(localKeyOf(storageKeyOf(bytes)).id).toBe(localKeyOf(storageKeyOf(bytes)).id);
  expect(first.id).toMatch(/^local:[0-9a-f]{32}$/u);
  expect(first.id).not.toBe(second.id);
});
