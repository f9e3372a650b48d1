import { entropyToMnemonic } from '@scure/bip39';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { wordlist as french } from '@scure/bip39/wordlists/french.js';
import { Mnemonic } from 'ethers';
import { describe, expect, test } from 'vitest';
import { MNEMONIC_LANGUAGES } from '#protocol/catalogue/wallets.ts';
import {
  checkWalletWords,
  readWalletWords,
  translateWords,
  walletSeed,
  walletWordsSize,
} from '#protocol/keys/derivation/wallet-words.ts';
import { hexOf, secretOfText, textOf } from '../../keys.ts';

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

describe('readWalletWords', () => {
  const read = (text: string, passphrase?: string): string =>
    textOf(
      readWalletWords(secretOfText(text), passphrase === undefined ? undefined : secretOfText(passphrase)),
    );
  const long = entropyToMnemonic(new Uint8Array(32).fill(9), english);
  const [half, otherHalf] = [long.split(' ').slice(0, 12).join(' '), long.split(' ').slice(12).join(' ')];

  test.each([
    ['with any space between', `  ${words.replaceAll(' ', ' \t ')} \r\n`, words],
    ['in upper case', words.toUpperCase(), words],
    ['one a line', words.replaceAll(' ', '\n'), words],
    ['24 on two lines', `${half}\n${otherHalf}\n`, long],
    ['with a passphrase on the second line', `${words}\npä$$ 1\n`, `${words}\npä$$ 1`],
    [
      'with a passphrase that would make another length',
      `${words}\none two three`,
      `${words}\none two three`,
    ],
  ])('%s', (_what, text, expected) => {
    expect(read(text)).toBe(expected);
  });

  test('takes the passphrase apart from the words as well, but not twice', () => {
    expect(read(words, ' pä$$')).toBe(`${words}\n pä$$`);
    expect(() => read(`${words}\none`, 'other')).toThrow(
      expect.objectContaining({ code: 'PASSPHRASE_TWICE' }),
    );
  });

  test('says how many words there are, and whether with a passphrase', () => {
    expect(walletWordsSize(secretOfText(words))).toEqual({ words: 12, hasPassphrase: false });
    expect(walletWordsSize(secretOfText(`${long}\nx`))).toEqual({ words: 24, hasPassphrase: true });
  });

  test('names a wrong word by its place in the language of the others', () => {
    const stray = entropyToMnemonic(new Uint8Array(16).fill(9), french).split(' ');
    stray[4] = 'sausage';
    expect(() => {
      checkWalletWords(secretOfText(stray.join(' ')));
    }).toThrow('Word 5 of the mnemonic is not in the list.');
  });
});
