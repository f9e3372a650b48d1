import { entropyToMnemonic } from '@scure/bip39';
import { wordlist as french } from '@scure/bip39/wordlists/french.js';
import { Mnemonic } from 'ethers';
import { describe, expect, test } from 'vitest';
import { MNEMONIC_LANGUAGES } from '../../../src/protocol/catalogue/wallet-fields.ts';
import { checkWalletWords, translateWords, walletSeed } from '../../../src/protocol/keys/wallet-words.ts';
import { hexOf, secretOfText, textOf } from '../keys.ts';

const words = 'test test test test test test test test test test test junk';
const seed = (phrase: string, passphrase = '') =>
  Mnemonic.fromPhrase(phrase, passphrase).computeSeed().slice(2);
const invalid = expect.objectContaining({ code: 'MNEMONIC_INVALID' }) as Error;

describe('walletSeed', () => {
  test('with and without a passphrase, it is the seed of another library', () => {
    expect(hexOf(walletSeed(secretOfText(words)))).toBe(seed(words));
    expect(hexOf(walletSeed(secretOfText(`${words}\nsecret`)))).toBe(seed(words, 'secret'));
    expect(hexOf(walletSeed(secretOfText(` ${words} \n`)))).toBe(seed(words));
  });
});

describe('translateWords', () => {
  test.each(MNEMONIC_LANGUAGES)('into %s and back', (language) => {
    const there = translateWords(secretOfText(words), language);
    checkWalletWords(there);
    expect(textOf(translateWords(there, 'MNEMONIC_LANGUAGE_ENGLISH'))).toBe(words);
  });

  test('keeps the passphrase as it is', () => {
    const there = translateWords(secretOfText(`${words}\npä$$ 1`), 'MNEMONIC_LANGUAGE_FRENCH');
    expect(textOf(there)).toMatch(/\npä\$\$ 1$/);
    expect(textOf(translateWords(there, 'MNEMONIC_LANGUAGE_ENGLISH'))).toBe(`${words}\npä$$ 1`);
  });
});

describe('checkWalletWords', () => {
  test('takes the words of any language', () => {
    expect(() => {
      checkWalletWords(secretOfText(entropyToMnemonic(new Uint8Array(32).fill(9), french)));
    }).not.toThrow();
  });

  test.each([
    words.replace('junk', 'test'),
    words.replace('junk', 'abandonner'),
    'junk',
    '',
    `passphrase\n${words}`,
    words.toUpperCase(),
  ])('refuses %j', (wrong) => {
    expect(() => {
      checkWalletWords(secretOfText(wrong));
    }).toThrow(invalid);
  });
});
