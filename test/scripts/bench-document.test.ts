import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { expect, it } from 'vitest';
import { withFigures } from '../bench/document.ts';
import { atLeast, atMost } from '../bench/figure.ts';

const file = join(import.meta.dirname, '../../docs/benchmarks.md');
const run = { date: '2026-11-23', load: 0.42 };
const START = '# Benchmarks\n\n## The last run of each figure\n';

it('a run’s figures stand in the table, and those of other runs keep their rows and dates', () => {
  const first = withFigures(`${START}\n## Next\n\nText.\n`, [atMost(3, 'one', 2), atLeast(2, 'two', 1.234)], {
    ...run,
    date: '2026-11-01',
  });
  const second = withFigures(first, [atLeast(2, 'two', 2.5)], run);
  expect(second).toContain('| one    | 2     | <= 3 | met | 2026-11-01, load 0.4 |');
  expect(second).toContain('| two    | 2.5   | >= 2 | met | 2026-11-23, load 0.4 |');
  expect(first).toContain('missed');
  expect(second).not.toContain('missed');
  expect(second.endsWith('\n## Next\n\nText.\n')).toBe(true);
});

it('the table may be the document’s last part', () => {
  const text = withFigures(START, [atMost(3, 'one', 2)], run);
  expect(withFigures(text, [atMost(3, 'one', 2)], run)).toBe(text);
});

it('a document without the heading is left alone', () => {
  expect(() => withFigures('# Benchmarks\n', [], run)).toThrow('heading');
});

it('what is written is as the formatter wants it', async () => {
  const text = withFigures(readFileSync(file, 'utf8'), [atMost(50, 'a figure of a test', 12.5)], run);
  const options = await resolveConfig(file);
  expect(await format(text, { ...options, parser: 'markdown' })).toBe(text);
});
