import { getAddress } from 'ethers';
import { describe, expect, it } from 'vitest';
import { TOKENS, TOKEN_LIST_DATE, findToken } from '#chains/ethereum/model/tokens.ts';

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

  it('knows tokens of kept packages with their decimals', () => {
    const aave = findToken(1n, '0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9');
    expect([aave?.symbol, aave?.decimals]).toEqual(['AAVE', 18]);
    const bridged = findToken(56n, '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d');
    expect([bridged?.symbol, bridged?.decimals]).toEqual(['USDC', 18]);
  });

  it('attack: a symbol that two tokens of a chain have is shown with the address of each', () => {
    const native = '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85';
    const bridged = '0x7F5c764cBc14f9669B88837ca1490cCa17c31607';
    expect(findToken(10n, native)?.symbol).toBe(`USDC (${native})`);
    expect(findToken(10n, bridged)?.symbol).toBe(`USDC (${bridged})`);
  });
});
