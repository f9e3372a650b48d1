import { describe, expect, it } from 'vitest';
import { isKeystore, openKeystore } from '#main/features/key-import/open-keystore.ts';
import { hexOf } from '#test/protocol/keys.ts';
import vectors from '#test/vectors/keystores.json' with { type: 'json' };

const published = (kdf: string) => {
  const found = vectors.find(({ keystore }) => keystore.crypto.kdf === kdf);
  if (found === undefined) throw new Error(`no published keystore with ${kdf}`);
  return found;
};
const [pbkdf2, scrypt] = [published('pbkdf2'), published('scrypt')];
const changed = (change: (file: { crypto: Record<string, unknown>; version: unknown }) => void): string => {
  const file = structuredClone(scrypt.keystore) as unknown as {
    crypto: Record<string, unknown>;
    version: unknown;
  };
  change(file);
  return JSON.stringify(file);
};
const cost = (change: object): string =>
  changed(({ crypto }) => (crypto['kdfparams'] = { ...(crypto['kdfparams'] as object), ...change }));

describe('the published keystores', () => {
  it.each(vectors.map((each) => [each.keystore.crypto.kdf, each] as const))(
    '%s',
    async (_kdf, { keystore, password, privateKey }) => {
      const text = JSON.stringify(keystore);
      expect(isKeystore(text)).toBe(true);
      const opened = await openKeystore(text, password);
      expect([hexOf(opened.privateKey), opened.address]).toEqual([privateKey, undefined]);
    },
  );
});

describe('a keystore', () => {
  it('is read with the capital letter that some programs write', async () => {
    const { crypto, ...rest } = pbkdf2.keystore;
    const opened = await openKeystore(JSON.stringify({ ...rest, Crypto: crypto }), 'testpassword');
    expect(hexOf(opened.privateKey)).toBe(pbkdf2.privateKey);
  });

  it.each([
    ['no JSON', '{"crypto":'],
    ['another version', changed((file) => (file.version = 1))],
    ['another cipher', changed(({ crypto }) => (crypto['cipher'] = 'aes-128-cbc'))],
    ['another derivation', changed(({ crypto }) => (crypto['kdf'] = 'argon2id'))],
    ['a key of another length', changed(({ crypto }) => (crypto['ciphertext'] = 'ab'.repeat(31)))],
    [
      'an initialization vector that is no hex',
      changed(({ crypto }) => (crypto['cipherparams'] = { iv: 'z' })),
    ],
    ['no parameters', changed(({ crypto }) => (crypto['kdfparams'] = null))],
  ])('with %s is refused before anything is derived', async (_what, text) => {
    await expect(openKeystore(text, 'testpassword')).rejects.toMatchObject({ code: 'KEYSTORE_INVALID' });
  });

  it.each([
    ['all the memory', cost({ n: 2 ** 30 })],
    ['blocks without end', cost({ r: 2 ** 30 })],
    ['threads without end', cost({ p: 2 ** 20 })],
    ['a negative cost', cost({ n: -1 })],
  ])('attack: one that asks for %s is refused, and not worked on', async (_what, text) => {
    await expect(openKeystore(text, 'testpassword')).rejects.toMatchObject({ code: 'KEYSTORE_INVALID' });
  });

  it('whose cost is no power of two cannot be opened', async () => {
    await expect(openKeystore(cost({ n: 1000 }), 'testpassword')).rejects.toMatchObject({
      code: 'KEYSTORE_INVALID',
    });
  });

  it('attack: a changed key is told by its code, not imported', async () => {
    const { crypto, ...rest } = pbkdf2.keystore;
    const flipped = { ...rest, crypto: { ...crypto, ciphertext: `00${crypto.ciphertext.slice(2)}` } };
    await expect(openKeystore(JSON.stringify(flipped), 'testpassword')).rejects.toMatchObject({
      code: 'PASSPHRASE_WRONG',
    });
  });
});
