import { describe, expect, it } from 'vitest';
import { lookAlikesIn } from '../../src/protocol/confusables.ts';

const looks = (text: string, as: 'name' | 'text' = 'text') =>
  lookAlikesIn(text, as).map(({ looksLike }) => looksLike);

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
