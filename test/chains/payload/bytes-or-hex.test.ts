import { describe, expect, it } from 'vitest';
import { CHAINS, type Chain } from '#chains/chains.ts';
import { toHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { seedsOf } from '../../fuzz/seeds.ts';

/** What a chain's reader says, or with which code it refuses. */
function told(chain: Chain, given: string | Uint8Array): unknown {
  try {
    return chain.read(given);
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

describe.each(CHAINS.map((chain) => [chain.type, chain] as const))('%s', (type, chain) => {
  it('reads bytes as it reads their hex', () => {
    const some = seedsOf(type).filter((_, at) => at % 4 === 0);
    for (const bytes of some) expect(told(chain, bytes)).toEqual(told(chain, toHex(bytes)));
  });

  it('refuses no bytes, and more than any transaction has', () => {
    for (const bytes of [new Uint8Array(), new Uint8Array(1_048_576).fill(0xc0)])
      expect(told(chain, bytes)).toBe(told(chain, toHex(bytes)));
  });
});
