import { scrypt } from '@noble/hashes/scrypt.js';
import { expect, it } from 'vitest';
import { deriveByScrypt } from '#main/vault/derive-by-scrypt.ts';
import { fromHex, toHex, toUtf8 } from '#protocol/encoding.ts';
import { Secret } from '#protocol/secret.ts';

const SALT = fromHex('00'.repeat(32));
const COST = { N: 1 << 15, r: 8, p: 1 };

it('derives the first 32 bytes of RFC 7914’s vectors', async () => {
  const [first, second] = await Promise.all([
    deriveByScrypt(new Secret(toUtf8('password')), toUtf8('NaCl'), { N: 1024, r: 8, p: 16 }),
    deriveByScrypt('pleaseletmein', toUtf8('SodiumChloride'), { N: 16384, r: 8, p: 1 }),
  ]);
  expect(toHex(first)).toBe('fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162');
  expect(toHex(second)).toBe('7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2');
});

it('derives what an independent library derives, from text and from bytes', async () => {
  const key = toHex(scrypt('lantern 🌲', SALT, { ...COST, dkLen: 32 }));
  expect(toHex(await deriveByScrypt('lantern 🌲', SALT, COST))).toBe(key);
  expect(toHex(await deriveByScrypt(new Secret(toUtf8('lantern 🌲')), SALT, COST))).toBe(key);
});

it('attack: several files at once take the memory of each together', async () => {
  const ended: number[] = [];
  // The slow one comes first: beside it, the others would end before.
  const costs = [1 << 16, 2, 2, 2].map((N) => ({ ...COST, N }));
  await Promise.all(
    costs.map(async (cost, n) => {
      await deriveByScrypt('passphrase', SALT, cost);
      ended.push(n);
    }),
  );
  expect(ended).toEqual([0, 1, 2, 3]);
});

it('goes on after one that was refused', async () => {
  const wiped = new Secret(toUtf8('passphrase'));
  wiped.wipe();
  const refused = deriveByScrypt(wiped, SALT, COST);
  const next = deriveByScrypt('passphrase', SALT, COST);
  await expect(refused).rejects.toThrow('wiped');
  expect(await next).toHaveLength(32);
});
