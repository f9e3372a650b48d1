import { describe, expect, it } from 'vitest';
import {
  mixedScripts,
  revealInvisible,
  findInvisible,
  stripInvisible,
} from '#protocol/invisible-characters.ts';

describe('showUnseen', () => {
  it('shows a right-to-left override in a name', () => {
    expect(revealInvisible('Pay \u202Emoc.elpmaxe')).toBe('Pay [U+202E]moc.elpmaxe');
  });

  it('shows a zero-width space that makes two names look the same', () => {
    expect(revealInvisible('Acme\u200B Treasury')).toBe('Acme[U+200B] Treasury');
  });

  it('shows controls, odd spaces, tags and the filler letter', () => {
    expect(revealInvisible('a\nb\u00A0c\u{E0041}\u3164')).toBe('a[U+000A]b[U+00A0]c[U+E0041][U+3164]');
  });

  it('shows the blank of Braille, which is a symbol that draws nothing', () => {
    expect(revealInvisible('Alice\u2800')).toBe('Alice[U+2800]');
    expect(revealInvisible('\u2801\u2803')).toBe('\u2801\u2803');
  });

  it('leaves letters of every script as they are', () => {
    for (const text of ['Treasury hot · account 0', 'Казна', '金庫', 'خزينة', 'Größe €'])
      expect(revealInvisible(text)).toBe(text);
  });
});

describe('unseenIn', () => {
  it('names each unseen character once, and no line break', () => {
    expect(findInvisible('a\u202Eb\u202Ec\u200B\n')).toEqual(['U+202E', 'U+200B']);
  });
});

describe('stripInvisible', () => {
  it('leaves out what is unseen, and makes odd blanks and line breaks spaces', () => {
    expect(stripInvisible('Ac\u202Eme\u200B\u00A0GmbH\n\u{E0041}7')).toBe('Acme GmbH 7');
    expect(stripInvisible('Größe 金庫 خزينة')).toBe('Größe 金庫 خزينة');
  });
});

describe('mixedScripts', () => {
  it('finds a Cyrillic letter in a Latin word', () => {
    expect(mixedScripts('Pay to p\u0430ypal now')).toEqual(['p\u0430ypal']);
  });

  it('leaves words of one script, and numbers between them', () => {
    expect(mixedScripts('Order 12 Казна USDC2 αβγ')).toEqual([]);
  });
});
