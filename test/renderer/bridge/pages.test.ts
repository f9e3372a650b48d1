import { describe, expect, it } from 'vitest';
import { allPages } from '#renderer/bridge/pages.ts';

const asked = (count: number) => {
  const all = Array.from({ length: count }, (_, index) => ({ id: `${index}` }));
  const pages: (string | undefined)[] = [];
  const ask = (after: string | undefined) => {
    pages.push(after);
    const start = after === undefined ? 0 : Number(after) + 1;
    return Promise.resolve(all.slice(start, start + 100));
  };
  return { ask, pages };
};

describe('all pages of a list', () => {
  it.each([
    [0, [undefined]],
    [99, [undefined]],
    [100, [undefined, '99']],
    [250, [undefined, '99', '199']],
  ])('of %i records', async (count, pages) => {
    const { ask, pages: got } = asked(count);
    const records = await allPages(ask, ({ id }) => id);
    expect(records.map(({ id }) => Number(id))).toEqual(Array.from({ length: count }, (_, index) => index));
    expect(got).toEqual(pages);
  });

  it('does not ask for ever: a service that gives full pages without end', async () => {
    const { ask, pages } = asked(1_000_000);
    expect(await allPages(ask, ({ id }) => id)).toHaveLength(100_000);
    expect(pages).toHaveLength(1_000);
  });

  it('are told as they double: a list of 10,000 is drawn seven times on its way, not for each page', async () => {
    const { ask } = asked(10_000);
    const told: number[] = [];
    await allPages(
      ask,
      ({ id }) => id,
      (rows) => told.push(rows.length),
    );
    expect(told).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400]);
  });

  it.each([30, 100, 250])('of a service that knows no pages, once: %i records', async (count) => {
    const all = Array.from({ length: count }, (_, index) => ({ id: `${index}` }));
    expect(
      await allPages(
        () => Promise.resolve(all),
        ({ id }) => id,
      ),
    ).toEqual(all);
  });
});
