import { formatUnits, grouped } from '../../model/amounts.ts';
import type { Fact, Warning } from '../../model/decoded.ts';
import { warn } from '../../model/warnings.ts';
import type { Located } from '../abi/located.ts';
import type { Hex } from '../address.ts';
import { valueFact } from '../descriptions/facts.ts';
import { ZERO_ADDRESS } from '../call-warnings.ts';

/** A pool of version 4 on a route, as far as it concerns who signs. */
export interface Hop {
  /** In millionths of what is paid. */
  readonly fee: number;
  /** The contract whose code the pool runs; zero for none. */
  readonly hooks: Hex;
  readonly hookData: Hex;
}

/** Stands for a fee that the hooks set. */
const FEE_OF_THE_HOOKS = 0x800000;

const feeText = (fee: number): string =>
  fee === FEE_OF_THE_HOOKS ? 'set by the hooks' : `${formatUnits(BigInt(fee), 4)}%`;

/** The facts of the pools on a route: the fee of each, and whose code it runs with what. */
export const hopFacts = (hops: readonly Hop[]): Fact[] =>
  hops.flatMap(({ fee, hooks, hookData }, index): Fact[] => {
    const pool = hops.length === 1 ? 'Pool' : `Pool ${index + 1}`;
    return [
      { label: `${pool}: fee`, value: feeText(fee), kind: 'text' },
      ...(hooks === ZERO_ADDRESS
        ? []
        : [{ label: `${pool}: hooks`, value: hooks, kind: 'address' as const }]),
      ...(hookData === '0x'
        ? []
        : [{ label: `${pool}: data for the hooks`, value: hookData, kind: 'data' as const }]),
    ];
  });

/** The warnings of pools that run the code of others. */
export const warnOfHooks = (hops: readonly Pick<Hop, 'hooks'>[]): Warning[] =>
  hops.flatMap(({ hooks }) =>
    hooks === ZERO_ADDRESS
      ? []
      : [
          warn(
            'POOL_HOOKS',
            'caution',
            'The pool runs code of its own',
            `The code at ${hooks} runs with each use of the pool: what is paid and what comes back is its choice within the limits.`,
          ),
        ],
  );

/** The least prices of the hops of a route; zero is no limit. */
export const hopPriceFacts = (prices: readonly Located<bigint>[]): Fact[] =>
  prices.map((price, hop) => hopPriceFact(price, `Least price of hop ${hop + 1}`));

/** A least price: so much comes out for one that goes in, both in their smallest units. */
export const hopPriceFact = (price: Located<bigint>, label: string): Fact => ({
  ...valueFact(label, price, price.value === 0n ? 'none' : formatUnits(price.value, 36), 'number'),
  note: `out for in, both in atomic units; ${grouped(price.value)} / 10^36`,
});
