import { afterEach, describe, expect, it, vi } from 'vitest';
import { csvRecords } from '#main/features/batches/csv-records.ts';

async function* textOf(text: string): AsyncGenerator<string> {
  await Promise.resolve();
  yield text;
}

describe('the lines of a CSV', () => {
  afterEach(() => vi.restoreAllMocks());

  it('come with turns for others in between, also where one piece of the file has many', async () => {
    // Each look at the time is a millisecond later than the one before.
    let nowMs = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 1));
    const lines: number[] = [];
    let first: number | undefined;
    for await (const { line } of csvRecords(textOf('to,amount\n'.repeat(500)))) {
      if (lines.length === 0) setImmediate(() => (first = lines.length));
      lines.push(line);
    }
    expect(lines).toEqual(Array.from({ length: 500 }, (_, index) => index + 1));
    expect(first).toBeLessThan(20);
  });

  it.each([
    ['a cell too few', 'to,amount\na\n', 'line 2 has 1 cell, not as many as the first line'],
    ['an end in quotes', 'to,amount\n"a,1\n', 'it ends inside a quoted cell, whose quote is never closed'],
    [
      'a quote without end',
      `"${'x'.repeat(1 << 21)}`,
      'a line is longer than 1 MiB; a quote that is never closed',
    ],
    ['a quote inside a cell', 'to,amount\na"b,1\n', 'line 2 has a quote inside a cell'],
    ['text behind a quote', 'to,amount\n"a"b,1\n', 'line 2 has something behind a closing quote'],
  ])('say of %s why it is none, and nothing of what stands there', async (_what, text, why) => {
    const read = async (): Promise<void> => {
      for await (const { record } of csvRecords(textOf(text))) expect(record).toBeDefined();
    };
    await expect(read()).rejects.toThrow(`The file is no CSV: ${why}`);
  });
});
