import { expect, it } from 'vitest';
import { findInvisible } from '#protocol/invisible-characters.ts';
import { warnOfCharacters } from '#chains/model/text-warnings.ts';

/** Nine characters that cannot be seen, each another. */
const NINE = '\u200b\u200c\u200d\u2060\u2061\u2062\u2063\u2064\ufeff';

it('names the first eight characters that cannot be seen', () => {
  const found = findInvisible(NINE);
  expect(found).toHaveLength(9);
  const [warning] = warnOfCharacters(NINE, 'The memo');
  expect(warning?.code).toBe('UNSEEN_CHARACTERS');
  expect(warning?.text).toContain(found.slice(0, 8).join(', '));
  expect(warning?.text).not.toContain(String(found[8]));
});
