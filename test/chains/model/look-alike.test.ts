import { describe, expect, it } from 'vitest';
import { findLookAlike, LookAlikeIndex } from '#chains/model/look-alike.ts';

const pairs = [
  ['Ethereum', `0xAbCd${'1'.repeat(32)}9f3E`, `0xabcd${'2'.repeat(32)}9F3e`],
  ['Tron', `TAbCd${'1'.repeat(25)}wxyz`, `TAbCd${'2'.repeat(25)}wxyz`],
  ['Bitcoin bech32', `bc1qw508${'d'.repeat(30)}f3t4`, `BC1QW508${'E'.repeat(30)}F3T4`],
  ['Bitcoin taproot test network', `tb1pqqqq${'d'.repeat(50)}zs28`, `tb1pqqqq${'e'.repeat(50)}zs28`],
  ['Bitcoin base58', `1BvBM${'S'.repeat(25)}NVN2`, `1BvBM${'T'.repeat(25)}NVN2`],
  ['Solana', `7xKX${'a'.repeat(36)}gAsU`, `7xKX${'b'.repeat(36)}gAsU`],
] as const;

describe('addresses that look alike', () => {
  it.each(pairs)('attack: a replaced address of %s has the same ends', (_chain, one, other) => {
    expect(findLookAlike(one, [other])).toBe(other);
    expect(findLookAlike(other, ['unrelated', one])).toBe(one);
  });

  it('finds nothing in the same address, however hex and bech32 are spelled', () => {
    const [, address] = pairs[0];
    expect(findLookAlike(address, [address, address.toLowerCase(), address.toUpperCase()])).toBeUndefined();
    expect(findLookAlike(pairs[2][1], [pairs[2][1].toUpperCase()])).toBeUndefined();
  });

  it('counts case where base58 counts it', () => {
    const [, address] = pairs[5];
    expect(findLookAlike(address, [`7xkx${'b'.repeat(36)}gAsU`])).toBeUndefined();
  });

  it('takes no prefix for an end', () => {
    expect(findLookAlike(`0xab11${'1'.repeat(32)}9f3e`, [`0xab22${'2'.repeat(32)}9f3e`])).toBeUndefined();
    expect(findLookAlike(`TAbCx${'1'.repeat(25)}wxyz`, [`TAbCd${'2'.repeat(25)}wxyz`])).toBeUndefined();
  });

  it('compares what is one character longer than its two ends, and nothing shorter', () => {
    expect(findLookAlike('0xabcd19f3e', ['0xabcd29f3e'])).toBe('0xabcd29f3e');
    expect(findLookAlike('0xabcd9f3e', ['0xabcd9f3f'])).toBeUndefined();
  });

  it('looks 200,000 up among as many without going through them', () => {
    const many = Array.from({ length: 200_000 }, (_, at) => `0xabcd${at.toString(16).padStart(32, '0')}9f3e`);
    const index = new LookAlikeIndex(many);
    // Going through them all would take minutes, and the runner's limit ends it.
    expect(many.some((each) => index.find(each) === each)).toBe(false);
  });
});
