import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareQuantities,
  quantityText,
  readQuantity,
  sumOf,
  timesOf,
} from '../../../src/protocol/chains/quantity.ts';

const quantity = fc.record({
  atoms: fc.bigInt({ min: -(2n ** 256n), max: 2n ** 256n }),
  decimals: fc.integer({ min: 0, max: 30 }),
});

describe('exact amounts', () => {
  it('are read back out of their text, whatever they are', () => {
    fc.assert(
      fc.property(quantity, (given) => {
        const read = readQuantity(quantityText(given, 'USDC'));
        expect(read?.unit).toBe('USDC');
        expect(compareQuantities(read ?? { atoms: -1n, decimals: 77 }, given)).toBe(0);
      }),
    );
  });

  it('are added and compared without rounding', () => {
    fc.assert(
      fc.property(quantity, quantity, (one, other) => {
        const scale = (each: typeof one): bigint => each.atoms * 10n ** BigInt(30 - each.decimals);
        const sum = sumOf(one, other);
        expect(scale(sum)).toBe(scale(one) + scale(other));
        expect(Math.sign(compareQuantities(one, other))).toBe(
          scale(one) < scale(other) ? -1 : scale(one) > scale(other) ? 1 : 0,
        );
        expect(scale(timesOf(one, 3n))).toBe(3n * scale(one));
      }),
    );
  });

  it.each(['unlimited USDC', '1.5', 'ETH', '', '1,23 ETH', '1.2.3 ETH', '0x10 ETH'])(
    'reads none in “%s”',
    (text) => {
      expect(readQuantity(text)).toBeUndefined();
    },
  );
});
