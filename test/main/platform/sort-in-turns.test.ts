import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortInTurns } from '#main/platform/sort-in-turns.ts';

const byAmount = (one: { amount: bigint }, other: { amount: bigint }): number =>
  one.amount < other.amount ? 1 : one.amount > other.amount ? -1 : 0;
const never = (): Promise<boolean> => Promise.resolve(false);

it('sorts as a list sorts itself, equal ones in their order', async () => {
  const amounts = fc.array(fc.bigInt({ min: 0n, max: 40n }), { maxLength: 9_000, size: 'max' });
  await fc.assert(
    fc.asyncProperty(amounts, async (given) => {
      const all = given.map((amount, line) => ({ amount, line }));
      expect(await sortInTurns(all, byAmount, never)).toEqual(all.toSorted(byAmount));
    }),
    { numRuns: 30 },
  );
});

it('offers a turn again and again, and compares few of them before the next', async () => {
  const all = Array.from({ length: 50_000 }, (_, line) => ({
    amount: BigInt((line * 7_919) % 50_021),
    line,
  }));
  let [compared, most, turns] = [0, 0, 0];
  const sorted = await sortInTurns(
    all,
    (one, other) => {
      compared += 1;
      return byAmount(one, other);
    },
    () => {
      most = Math.max(most, compared);
      compared = 0;
      turns += 1;
      return Promise.resolve(false);
    },
  );
  expect(sorted).toEqual(all.toSorted(byAmount));
  expect(turns).toBeGreaterThan(50);
  // To sort all of them takes 700,000.
  expect(most).toBeLessThan(60_000);
});
