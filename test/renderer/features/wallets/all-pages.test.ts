import { describe, expect, it } from 'vitest';
import { allPages } from '#renderer/features/wallets/wallets-store.ts';

const asked = (count: number) => {
  const all = Array.from({ length: count }, (_, index) => ({ id: `${index}` }));
  const pages: (string | undefined)[] = [];
  const ask = ({ limit, after }: { limit: string; after?: string }) => {
    pages.push(after);
    const start = after === undefined ? 0 : Number(after) + 1;
    return Promise.resolve(all.slice(start, start + Number(limit)));
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
    expect(await allPages(ask, ({ id }) => id)).toHaveLength(2_000);
    expect(pages).toHaveLength(20);
  });
});
