import { expect, it } from 'vitest';
import { DRAWN, matching, matchingChoices } from '#renderer/ui/finding.tsx';

const rows = Array.from({ length: 1_000 }, (_, index) => `Key ${index} 0xAb${index}`);
const find = (words: string, most?: number) => matching(rows, words, (row) => row, most);

it('draws the first hundred of a long list, or as many as were asked for', () => {
  expect(find('')).toEqual({ shown: rows.slice(0, DRAWN), more: 900 });
  expect(find('', 300)).toEqual({ shown: rows.slice(0, 300), more: 700 });
  expect(find('  ', 2_000)).toEqual({ shown: rows, more: 0 });
});

it('finds rows that have every word, wherever it stands and however it is spelled', () => {
  expect(find('0XAB999 key')).toEqual({ shown: ['Key 999 0xAb999'], more: 0 });
  expect(find('key 99').shown).toHaveLength(19);
  expect(find('99', 5)).toEqual({ shown: rows.filter((row) => row.includes('99')).slice(0, 5), more: 14 });
  expect(find('nobody')).toEqual({ shown: [], more: 0 });
});

it('shows what is called so before what only has the same letters in its ID, and no less of either', () => {
  const keys = Array.from({ length: 1_000 }, (_, index) => ({ label: `Key ${index}`, id: `99${index}` }));
  const choose = (words: string, most?: number) =>
    matchingChoices(keys, words, ({ label, id }) => `${label} ${id}`, most);
  const labels = (words: string, most?: number) => choose(words, most).shown.map(({ label }) => label);
  expect(labels('key 99', 3)).toEqual(['Key 99', 'Key 199', 'Key 299']);
  // Behind it are those that have it in their ID alone, in their order.
  expect(labels('KEY 998').slice(0, 3)).toEqual(['Key 998', 'Key 8', 'Key 80']);
  expect(choose('99', 5).more).toBe(995);
  expect(choose('')).toEqual({ shown: keys.slice(0, DRAWN), more: 900 });
});
