import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markWords } from '#renderer/ui/mark-words.ts';

const shown = (text: string, query: string): string =>
  markWords(text, query)
    .map((each) => (each.isFound ? `[${each.text}]` : each.text))
    .join('');

describe('what was looked for in a text', () => {
  it.each([
    ['Treasury hot', 'treas', '[Treas]ury hot'],
    ['Treasury hot', 'HOT  ury', 'Treas[ury] [hot]'],
    ['Acme Treasury Treasury', 'treasury', 'Acme [Treasury] [Treasury]'],
    ['aaaa', 'aa', '[aaaa]'],
    ['abcd', 'ab bc', '[abc]d'],
    ['Treasury', '', 'Treasury'],
    ['', 'a', ''],
    ['İstanbul', 'stan', 'İstanbul'],
  ])('%j, %j', (text, query, expected) => {
    expect(shown(text, query)).toBe(expected);
  });

  it('joined is the text, and what is marked is one of the words or several that touch', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, query) => {
        const stretches = markWords(text, query);
        expect(stretches.map((each) => each.text).join('')).toBe(text);
        for (const each of stretches) expect(each.text).not.toBe('');
      }),
    );
  });
});
