import { getAddress } from 'ethers';
import { describe, expect, it } from 'vitest';
import { TOKENS, TOKEN_LIST_DATE, findToken } from '../../../../src/protocol/chains/ethereum/tokens.ts';

const entries = Object.entries(TOKENS).flatMap(([chain, tokens]) =>
  Object.keys(tokens).map((address) => [chain, address] as const),
);

describe('the local list of tokens', () => {
  it.each(entries)('has a valid checksum on chain %s for %s', (chain, address) => {
    expect(getAddress(address.toLowerCase())).toBe(address);
    expect(findToken(BigInt(chain), address as `0x${string}`)?.decimals).toBeGreaterThan(0);
  });

  it('says when it was looked through', () => {
    expect(new Date(TOKEN_LIST_DATE).toISOString().slice(0, 10)).toBe(TOKEN_LIST_DATE);
  });

  it('knows no token where a transaction names no chain', () => {
    expect(findToken(null, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48')).toBeUndefined();
  });
});
