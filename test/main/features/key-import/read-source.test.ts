import { Keypair } from '@solana/web3.js';
import { encryptKeystoreJson, Wallet } from 'ethers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeAgeFile, writeKeystore } from '#main/features/key-export/write-plaintext.ts';
import { type KeySource, readSource } from '#main/features/key-import/read-source.ts';
import { toUtf8 } from '#protocol/encoding.ts';
import { Secret } from '#protocol/secret.ts';
import { hexOf, secretOfHex, secretOfText, textOf } from '#test/protocol/keys.ts';

const KEY = '1f'.repeat(32);
const WORDS = 'test test test test test test test test test test test junk';
const PASSPHRASE = 'correct horse battery staple';
const wallet = new Wallet(`0x${KEY}`);
const read = (kind: KeySource['kind'], text: string, more = {}): Promise<KeySource> =>
  readSource(kind, secretOfText(text), more);

describe('reading a key or words', () => {
  it('takes a key as text, and wipes what it was read from', async () => {
    const given = secretOfText(`${KEY}\n`);
    const source = await readSource('privateKey', given, {});
    expect(hexOf(source.plaintext)).toBe(KEY);
    expect(given.wiped).toBe(true);
  });

  it('takes words with and without a passphrase, and says how many', async () => {
    const plain = await read('wallet', WORDS.toUpperCase());
    expect([plain, textOf(plain.plaintext)]).toMatchObject([{ words: 12, hasPassphrase: false }, WORDS]);
    const with_ = await read('wallet', WORDS, { wordsPassphrase: 'x y' });
    expect([with_, textOf(with_.plaintext)]).toMatchObject([
      { words: 12, hasPassphrase: true },
      `${WORDS}\nx y`,
    ]);
  });

  it('opens the age file that the export wrote, armored or not, for a key and for words', async () => {
    const armored = await writeAgeFile(KEY, PASSPHRASE, 8);
    expect(hexOf((await read('privateKey', armored, { passphrase: PASSPHRASE })).plaintext)).toBe(KEY);
    const { armor } = await import('age-encryption');
    const raw = await readSource('privateKey', new Secret(armor.decode(armored)), { passphrase: PASSPHRASE });
    expect(hexOf(raw.plaintext)).toBe(KEY);
    const words = await writeAgeFile(WORDS, PASSPHRASE, 8);
    expect(textOf((await read('wallet', words, { passphrase: PASSPHRASE })).plaintext)).toBe(WORDS);
  });

  it('opens an age file inside which is a keystore with the same passphrase', async () => {
    const inner = await writeKeystore(secretOfHex(KEY), wallet.address, PASSPHRASE, 1 << 12);
    const file = await writeAgeFile(inner, PASSPHRASE, 8);
    expect(hexOf((await read('privateKey', file, { passphrase: PASSPHRASE })).plaintext)).toBe(KEY);
  });

  it('opens a keystore that ethers wrote', async () => {
    const file = await encryptKeystoreJson(wallet, PASSPHRASE, { scrypt: { N: 1 << 12 } });
    const source = await read('privateKey', file, { passphrase: PASSPHRASE });
    expect(source).toMatchObject({ form: 'KEYSTORE', curves: ['CURVE_SECP256K1'] });
    expect(hexOf(source.plaintext)).toBe(KEY);
  });

  it('attack: a keystore that names the address of another key is refused', async () => {
    const file = await writeKeystore(secretOfHex(KEY), `0x${'ab'.repeat(20)}`, PASSPHRASE, 1 << 12);
    await expect(read('privateKey', file, { passphrase: PASSPHRASE })).rejects.toMatchObject({
      code: 'KEYSTORE_INVALID',
    });
  });

  it('asks for the passphrase of an encrypted file, and refuses a wrong one', async () => {
    const age = await writeAgeFile(KEY, PASSPHRASE, 8);
    const keystore = await writeKeystore(secretOfHex(KEY), wallet.address, PASSPHRASE, 1 << 12);
    for (const file of [age, keystore]) {
      await expect(read('privateKey', file)).rejects.toMatchObject({ code: 'PASSPHRASE_MISSING' });
      await expect(read('privateKey', file, { passphrase: 'another' })).rejects.toMatchObject({
        code: 'PASSPHRASE_WRONG',
      });
    }
  });

  const { secretKey } = Keypair.fromSeed(new Uint8Array(32).fill(7));
  it.each([
    ['privateKey', 'words instead of a key', WORDS, 'KEY_UNKNOWN_FORM'],
    ['wallet', 'a key instead of words', KEY, 'MNEMONIC_INVALID'],
    ['wallet', 'a key file instead of words', `[${secretKey.join()}]`, 'MNEMONIC_INVALID'],
    ['wallet', 'a keystore instead of words', '{"crypto":{}}', 'MNEMONIC_INVALID'],
    ['wallet', 'a wrong word', WORDS.replace('junk', 'sausages'), 'MNEMONIC_INVALID'],
    ['wallet', 'a wrong checksum', WORDS.replace('junk', 'test'), 'MNEMONIC_INVALID'],
    ['wallet', 'eleven words', WORDS.replace(' junk', ''), 'MNEMONIC_INVALID'],
    [
      'privateKey',
      'an age file that is cut off',
      '-----BEGIN AGE ENCRYPTED FILE-----\nYWdl',
      'AGE_FILE_INVALID',
    ],
    [
      'privateKey',
      'an age file for a key instead of a passphrase',
      'age-encryption.org/v1\n-> X25519 abc\n---',
      'AGE_FILE_INVALID',
    ],
    ['privateKey', 'an age header with nothing behind it', 'age-encryption.org/v1\n', 'AGE_FILE_INVALID'],
  ] as const)('for a %s, refuses %s and repeats nothing of it', async (kind, _what, text, code) => {
    const given = secretOfText(text);
    const error = await readSource(kind, given, { passphrase: PASSPHRASE }).then(
      () => expect.unreachable(),
      (thrown: unknown) => thrown as Error & { code: string; remedy: string },
    );
    expect(error.code).toBe(code);
    expect(error.cause).toBeUndefined();
    expect(`${error.message} ${error.remedy}`).not.toMatch(/junk|sausages|1f1f1f|7,7,7/);
    expect(given.wiped).toBe(true);
  });

  it('refuses bytes that are no text', async () => {
    const given = new Secret(Uint8Array.of(0xff, 0xfe, 0xfd));
    await expect(readSource('privateKey', given, {})).rejects.toMatchObject({ code: 'UTF8_INVALID' });
  });

  it('never throws anything but an error of ours, whatever a file holds', async () => {
    const kinds = fc.constantFrom('privateKey' as const, 'wallet' as const);
    const texts = fc.oneof(
      fc.string(),
      fc.json(),
      fc.string().map((tail) => `age-encryption.org/v1\n-> scrypt ${tail}`),
      fc.string().map((tail) => `-----BEGIN AGE ENCRYPTED FILE-----\n${tail}`),
      fc.json().map((inner) => `{"version":3,"crypto":${inner}}`),
    );
    await fc.assert(
      fc.asyncProperty(kinds, texts, async (kind, text) => {
        await expect(readSource(kind, new Secret(toUtf8(text)), { passphrase: 'x' })).rejects.toMatchObject({
          name: 'AppError',
        });
      }),
      { numRuns: 200 },
    );
  });
});
