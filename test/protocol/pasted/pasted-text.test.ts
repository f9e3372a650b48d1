import { base58 } from '@scure/base';
import { generateMnemonic } from '@scure/bip39';
import { wordlist as czech } from '@scure/bip39/wordlists/czech.js';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { wordlist as french } from '@scure/bip39/wordlists/french.js';
import { wordlist as italian } from '@scure/bip39/wordlists/italian.js';
import { wordlist as japanese } from '@scure/bip39/wordlists/japanese.js';
import { wordlist as korean } from '@scure/bip39/wordlists/korean.js';
import { wordlist as portuguese } from '@scure/bip39/wordlists/portuguese.js';
import { wordlist as simplified } from '@scure/bip39/wordlists/simplified-chinese.js';
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js';
import { wordlist as traditional } from '@scure/bip39/wordlists/traditional-chinese.js';
import { ed25519 } from '@noble/curves/ed25519.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { whatTextIs } from '#protocol/pasted/pasted-text.ts';

const seed = new Uint8Array(32).fill(7);
const pair = [...seed, ...ed25519.getPublicKey(seed)];
const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

describe('attack: a secret is pasted where a transaction is wanted', () => {
  it.each([
    ['a recovery phrase', PHRASE],
    ['in lines and capitals', PHRASE.toUpperCase().split(' ').join('\n ')],
    ['of 24 words', generateMnemonic(wordlist, 256)],
    ['with a word changed, so that its checksum fails', PHRASE.replace('yellow', 'zoo')],
    ['a WIF of Bitcoin', '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ'],
    ['one with a letter changed', 'KwFfNUhSDaASSAwtG7ssQM1uVX8RgX5GHWnnLfhfiQDigjioWXHH'],
    ['the array of Solana’s tools', JSON.stringify(pair)],
    ['a keypair of Solana in base58', base58.encode(Uint8Array.from(pair))],
    [
      'an extended private key (BIP-32, vector 1)',
      'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi',
    ],
    ['a key in PEM', '-----BEGIN EC PRIVATE KEY-----\nMHcCAQEE\n-----END EC PRIVATE KEY-----'],
    ['an identity of age among other lines', `# public key: age1\nAGE-SECRET-KEY-1${'Q'.repeat(58)}`],
  ])('%s', (_, text) => {
    expect(whatTextIs(text)?.kind).toBe('secret');
    expect(JSON.stringify(whatTextIs(text))).not.toContain(text.slice(0, 12));
  });
});

describe('attack: a recovery phrase in another language', () => {
  const LISTS = { czech, french, italian, japanese, korean, portuguese, simplified, spanish, traditional };
  it.each(Object.entries(LISTS))('%s, composed or not, in capitals, in lines', (_, list) => {
    const phrase = generateMnemonic(list, 256);
    const pasted = [phrase, phrase.normalize('NFC'), phrase.normalize('NFKD'), phrase.toUpperCase()];
    for (const text of [...pasted, phrase.split(/\s/).join('\n'), ` ${phrase}\n`])
      expect(whatTextIs(text)).toEqual({ kind: 'secret', what: 'a recovery phrase' });
  });
  it.each([
    ['simplified', simplified],
    ['traditional', traditional],
  ] as const)('Chinese without spaces: %s', (_, list) => {
    const phrase = generateMnemonic(list, 128).replace(/\s/g, '');
    expect(whatTextIs(phrase)).toEqual({ kind: 'secret', what: 'a recovery phrase' });
  });
  it('leaves a Chinese message of as many characters a message, and words of two lists as well', () => {
    expect(whatTextIs('\u7684'.repeat(11) + '\u4e00')?.kind).toBe('message');
    expect(whatTextIs([...spanish.slice(0, 6), ...korean.slice(0, 6)].join(' '))?.kind).toBe('message');
  });
});

describe('what a text is that is no transaction', () => {
  it.each([
    ['hello', 'message'],
    ['please sign this message to log in now', 'message'],
    [
      'service.example wants you to sign in with your Ethereum account:\n0xabc\n\nURI: https://service.example',
      'message',
    ],
    ['\u3053\u3093\u306b\u3061\u306f', 'message'],
    ['legal winner thank year', 'message'],
    ['0x' + 'ab'.repeat(32), 'bytes'],
    ['ab cd\nef', 'bytes'],
    ['{"a":1}', undefined],
    ['[1,2]', undefined],
    ['', undefined],
    ['cHNidP8' + 'A'.repeat(200), undefined],
    [`${'A'.repeat(64)}\n${'B'.repeat(64)}\nCC==`, undefined],
    ['0x02f8' + 'zz'.repeat(40), undefined],
    ['0x02zz', undefined],
    ['ur:psbt/' + 'ae'.repeat(40), undefined],
  ])('%j', (text, kind) => {
    expect(whatTextIs(text)?.kind).toBe(kind);
  });

  it('throws for no text', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => void whatTextIs(text)));
  });
});
