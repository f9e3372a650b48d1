import { describe, expect, it } from 'vitest';
import { CHAINS } from '#chains/chains.ts';
import { createAssetLists } from '#chains/model/transfer.ts';

describe('the assets that a payment can be of', () => {
  it.each(CHAINS.map((chain) => [chain.name, chain.transfer] as const))(
    'on %s are put together once, however many lines ask',
    (_name, { networks, assets }) => {
      const lists = networks.map(({ id }) => assets(id));
      expect(lists[0]).not.toEqual([]);
      // The same network has the very same list.
      for (const [at, { id }] of networks.entries()) expect(assets(id)).toBe(lists[at]);
      expect(assets('no network')).toEqual([]);
    },
  );

  it('are listed for the networks of the form alone', () => {
    const asked: string[] = [];
    const lists = createAssetLists([{ id: '1', name: 'One' }], (network) => {
      asked.push(network);
      return [];
    });
    for (const network of ['1', '2', '1', '__proto__']) lists(network);
    expect(asked).toEqual(['1']);
  });
});
