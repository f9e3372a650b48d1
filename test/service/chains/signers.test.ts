import { expect, it } from 'vitest';
import { TRANSACTION_TYPES } from '#protocol/catalogue/signing.ts';
import { chainOf } from '#chains/chains.ts';
import { transactionSignerOf } from '#service/chains/signers.ts';

it('signs for each chain with a key of its curve', () => {
  for (const type of TRANSACTION_TYPES) expect(transactionSignerOf(type).curve).toBe(chainOf(type).curve);
});
