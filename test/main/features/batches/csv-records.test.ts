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
});
