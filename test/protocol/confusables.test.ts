import { describe, expect, it } from 'vitest';
import { warnOfCharacters } from '#chains/model/warnings.ts';
import { domainsIn, lookAlikesIn, nameSkeleton } from '#protocol/confusables.ts';

const looks = (text: string, as: 'name' | 'text' = 'text') =>
  Array.from(lookAlikesIn(text, as)).map(({ looksLike }) => looksLike);

describe('attack: a text in the letters of another script', () => {
  it.each([
    ['Log in to аррӏе.com now', 'appie.com'],
    ['ᏢᎪᎩᏢᎪᏞ', 'PAYPAL'],
    ['ｐａｙｐａｌ.com', 'paypal.com'],
    ['ｇｏｏｇｌｅ。ｃｏｍ', 'google.com'],
    ['𝐏𝐚𝐲 me', 'Pay'],
    ['Ꭺpple', 'Apple'],
    ['ɡoogle.com', 'google.com'],
    ['ıstanbul.com', 'istanbul.com'],
    ['Перевод на сосо.com', 'coco.com'],
  ])('%s', (text, looksLike) => {
    expect(looks(text)).toEqual([looksLike]);
  });

  it('also as a name, where one letter is enough', () => {
    expect(looks('Рау', 'name')).toEqual(['Pay']);
    expect(looks('а', 'name')).toEqual(['a']);
  });
});

describe('texts that people write', () => {
  it.each([
    'Привет, хор и мир',
    'пример.рф',
    'Σάμος, νους και ο κόσμος',
    'kapı læs Müller straße naïve café',
    'München.de',
    '日本語 ノ 口 工',
    'مرحبا اه',
    '€5 – “quoted” … 100 %',
    'a\tb\r\nc',
    '',
  ])('%s', (text) => {
    expect(looks(text)).toEqual([]);
  });
});

describe('attack: a text that is made to be read for minutes', () => {
  it.each([
    ['a word of 260,000 letters', 'я'.repeat(1 << 18)],
    ['as many domains that deceive as words beside them', 'аррӏе.com жук '.repeat(20_000)],
    [
      'domains and words that are all different',
      Array.from({ length: 15_000 }, (_, at) => `аррӏе${at}.com жук${at}`).join(' '),
    ],
  ])('%s', (_, text) => {
    lookAlikesIn(text, 'text');
    domainsIn(text);
  });

  it('finds a domain whole, whatever stands before it', () => {
    expect(domainsIn('x_-y.example.com, пример.рф/a.b')).toEqual(['x_-y.example.com', 'пример.рф', 'a.b']);
  });
});

describe('attack: a text of words in mixed scripts and domains without end', () => {
  it('is warned of in seconds', () => {
    const text = Array.from({ length: 15_000 }, (_, at) => `pаy${at} host${at}.com`).join(' ');
    expect(warnOfCharacters(text, 'The text').map(({ code }) => code)).toContain('MIXED_SCRIPTS');
  });

  it('is dangerous where a host has such letters', () => {
    expect(warnOfCharacters('Go to pаypal.com', 'The text')).toContainEqual(
      expect.objectContaining({ code: 'MIXED_SCRIPTS', severity: 'danger' }),
    );
  });
});

describe('the skeleton of a name', () => {
  it.each([
    ['a Cyrillic letter', 'Acme', '\u0410cme'],
    ['Cyrillic capitals', 'ACME', '\u0410\u0421\u041c\u0415'],
    ['letters of all kinds and cases', 'Acme', '\u0430CM\u0415'],
    ['fullwidth letters', 'Acme', '\uff21\uff43\uff4d\uff45'],
    ['a mathematical letter', 'Acme', '\u{1d400}cme'],
    ['letters that join to another one', 'Acme', 'Acrne'],
    ['a dot below a letter', 'Acme', 'Acm\u1eb9'],
    ['a character without width', 'Acme', 'Acme\u200b'],
    ['case and spaces', 'Acme Ltd', ' acme  LTD'],
    ['punctuation', 'Acme Ltd', 'Acme-Ltd.'],
    ['digits for letters', 'Iliad Oil', '1l1ad 0iI'],
    ['Greek for Cyrillic', '\u0413\u0430\u0437', '\u0393\u0430\u0437'],
  ])('is the same with %s', (_, name, other) => {
    expect(nameSkeleton(other)).toBe(nameSkeleton(name));
  });

  it.each([
    ['Acme', 'Amce'],
    ['Acme 2', 'Acme 3'],
    ['Acme 1', 'Acme 11'],
    ['Acme', 'Acme Ltd'],
    ['\u2026', '\u2014'],
    ['\u0915\u0940', '\u0915\u093e'],
  ])('tells %s from %s', (name, other) => {
    expect(nameSkeleton(other)).not.toBe(nameSkeleton(name));
  });
});
