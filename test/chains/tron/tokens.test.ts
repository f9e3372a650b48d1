import { TronWeb } from 'tronweb';
import { describe, expect, it } from 'vitest';
import { findToken } from '#chains/ethereum/model/tokens.ts';
import { CHAIN_ID, toEvmAddress } from '#chains/tron/contract-facts.ts';

/** As their issuers and JustSwap's own list (justswaporg/justlists) publish them. */
const PUBLISHED = [
  ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'USDT', 6],
  ['TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8', 'USDC', 6],
  ['TCFLL5dx5ZJdKnWuesXxi1VPwjLVmWZZy9', 'JST', 18],
  ['TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7', 'WIN', 6],
  ['TXpw8XeWYeTUd4quDskoUqeQPowRh4jY65', 'WBTC', 8],
  ['TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR', 'WTRX', 6],
] as const;

describe('tokens of Tron', () => {
  it.each(PUBLISHED)('has %s as %s with %i decimals', (address, symbol, decimals) => {
    expect(TronWeb.isAddress(address)).toBe(true);
    expect(findToken(CHAIN_ID, toEvmAddress(address))).toMatchObject({ symbol, decimals });
  });

  it('has those that the kept package lists on the main network alone', () => {
    for (const [address, symbol] of [
      ['TPYmHEhy5n8TCEfYGqW2rPxsghSfzghPDn', 'USDD'],
      ['TUpMhErZL2fhh4sVNULAbNKLokS4GjC1F4', 'TUSD'],
      ['TSSMHYeV2uE9qYH95DqyoCuNCzEL1NvU3S', 'SUN'],
      ['TAFjULxiVgT4qWk6UZwjqwZXTSaGaqnVp4', 'BTT'],
    ] as const)
      expect(findToken(CHAIN_ID, toEvmAddress(address))?.symbol).toBe(symbol);
    // The test network's USDT.
    expect(findToken(CHAIN_ID, toEvmAddress('TG3XXyExBkPp9nzdajDZsozEu4BkaSJozs'))).toBeUndefined();
  });
});
