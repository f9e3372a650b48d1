import { Mnemonic } from 'ethers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MnemonicLanguage } from '#protocol/catalogue/wallets.ts';
import { fromHex, toHex, toUtf8 } from '#protocol/encoding.ts';
import {
  WORD_LISTS,
  checkMnemonic,
  entropyBytesFor,
  mnemonicOf,
  seedOf,
} from '#protocol/keys/derivation/mnemonic.ts';
import { Secret } from '#protocol/secret.ts';
import vectors from '#test/vectors/bip39.json' with { type: 'json' };

const words = (text: string): Secret => new Secret(toUtf8(text));
const textOf = (secret: Secret): string => secret.use((bytes) => new TextDecoder().decode(bytes));
const hexOf = (secret: Secret): string => secret.use(toHex);
const refusal = (code: string): Error => expect.objectContaining({ code }) as Error;

const entropy = fc
  .constantFrom(16, 20, 24, 28, 32)
  .chain((length) => fc.uint8Array({ minLength: length, maxLength: length }));
const VALID = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

describe('the published vectors of BIP-39', () => {
  it.each(vectors)('entropy $entropy', ({ entropy: hex, mnemonic, seed }) => {
    expect(textOf(mnemonicOf(new Secret(fromHex(hex))))).toBe(mnemonic);
    expect(() => checkMnemonic(words(mnemonic))).not.toThrow();
    expect(hexOf(seedOf(words(mnemonic), words('TREZOR')))).toBe(seed);
  });
});

describe('mnemonics', () => {
  it('are those of ethers, for every length and any passphrase', () => {
    fc.assert(
      fc.property(entropy, fc.string({ maxLength: 20 }), (bytes, passphrase) => {
        const theirs = Mnemonic.fromEntropy(bytes, passphrase);
        const ours = mnemonicOf(new Secret(Uint8Array.from(bytes)));
        expect(textOf(ours)).toBe(theirs.phrase);
        expect(hexOf(seedOf(ours, words(passphrase)))).toBe(theirs.computeSeed().slice(2));
      }),
      { numRuns: 25 },
    );
  });

  it.each([
    [12, 16],
    [15, 20],
    [18, 24],
    [21, 28],
    [24, 32],
  ])('of %i words take %i bytes of entropy', (count, bytes) => {
    expect(entropyBytesFor(count)).toBe(bytes);
    expect(textOf(mnemonicOf(new Secret(new Uint8Array(bytes)))).split(' ')).toHaveLength(count);
  });

  it.each([0, 11, 13, 25, 24.5, NaN])('of %d words do not exist', (count) => {
    expect(() => entropyBytesFor(count)).toThrow(refusal('MNEMONIC_LENGTH_INVALID'));
  });

  it.each([0, 15, 17, 33, 64])('are not made of %i bytes', (length) => {
    expect(() => mnemonicOf(new Secret(new Uint8Array(length)))).toThrow(refusal('ENTROPY_INVALID'));
  });

  it.each(Object.keys(WORD_LISTS) as MnemonicLanguage[])(
    'hold in %s, and not in another language',
    (language) => {
      const mnemonic = mnemonicOf(new Secret(new Uint8Array(16).fill(0x3c)), language);
      expect(() => checkMnemonic(mnemonic, language)).not.toThrow();
      const other =
        language === 'MNEMONIC_LANGUAGE_ENGLISH' ? 'MNEMONIC_LANGUAGE_CZECH' : 'MNEMONIC_LANGUAGE_ENGLISH';
      expect(() => checkMnemonic(mnemonic, other)).toThrow(refusal('MNEMONIC_INVALID'));
    },
  );

  it.each([
    ['no words', ''],
    ['eleven words', VALID.split(' ').slice(1).join(' ')],
    ['two spaces', VALID.replace(' ', '  ')],
    ['a tab', VALID.replace(' ', '\t')],
    ['upper case', VALID.toUpperCase()],
    ['a word outside the list', VALID.replace('sausage', 'sausages')],
    ['two words exchanged', VALID.replace('legal winner', 'winner legal')],
    ['a wrong last word', VALID.replace('yellow', 'zoo')],
  ])('are refused with %s', (_what, text) => {
    expect(() => checkMnemonic(words(text))).toThrow(refusal('MNEMONIC_INVALID'));
  });

  it.each([
    ['sausages', 'sausage', 'Word 6 of the mnemonic is not in the list.'],
    ['winnner', /winner/g, 'Words 2 and 10 of the mnemonic are not in the list.'],
    ['x', /legal|thank/g, 'Words 1, 3, 9 and 11 of the mnemonic are not in the list.'],
  ])('with the wrong word “%s” are refused by its places', (wrong, right, message) => {
    expect(() => checkMnemonic(words(VALID.replace(right, wrong)))).toThrow(message);
  });

  it('do not appear in errors: leaking words through a message', () => {
    try {
      checkMnemonic(words(VALID.replace('yellow', 'zoo')));
      expect.unreachable();
    } catch (error) {
      const { message, remedy, cause } = error as Error & { remedy: string };
      expect(`${message} ${remedy}`).not.toMatch(/legal|winner|sausage|zoo/);
      expect(cause).toBeUndefined();
    }
  });
});
