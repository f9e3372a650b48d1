import { describe, expect, it } from 'vitest';
import { CHAINS } from '#chains/chains.ts';
import type { PreviewReads } from '#main/features/previews/preview-maker.ts';
import { createQueryCache } from '#main/features/request-groups/query-cache.ts';
import { listWallets } from '#protocol/catalogue/wallets.ts';
import { fakeClock } from '#test/fixtures/fake-clock.ts';

describe('what many requests of a set ask for', () => {
  /** Reads of whichever profile is selected. */
  const selected = { profile: 'A' };
  let asked = 0;
  const answer = (): Promise<never> => {
    asked += 1;
    return Promise.resolve([selected.profile] as unknown as never);
  };
  const reads = {
    ...{ ask: answer, listPrivateKeys: answer, listAccounts: answer },
    earlierRecipients: answer,
  } as unknown as PreviewReads;

  it('is asked once, and again when it has grown old', async () => {
    const clock = fakeClock();
    const cache = createQueryCache(reads, clock);
    asked = 0;
    for (let round = 0; round < 3; round += 1) await cache.listPrivateKeys();
    expect(asked).toBe(1);
    clock.forward(10_001);
    await cache.listPrivateKeys();
    expect(asked).toBe(2);
  });

  it('attack: is answered with the keys and names of the profile that was selected before', async () => {
    const cache = createQueryCache(reads, fakeClock());
    const all = (): Promise<unknown[]> =>
      Promise.all([
        cache.listPrivateKeys(),
        cache.listAccounts(),
        cache.ask(listWallets, {}),
        ...CHAINS.slice(0, 1).map((chain) => cache.earlierRecipients?.(chain)),
      ]);
    expect(await all()).toEqual([['A'], ['A'], ['A'], ['A']]);
    selected.profile = 'B';
    cache.forget();
    expect(await all()).toEqual([['B'], ['B'], ['B'], ['B']]);
  });
});
