import { z } from 'zod';
import { oncePerList } from '#protocol/once-per-list.ts';

/** What is counted: a coin of the network, or a token. */
const asset = z.object({
  /** A token's contract, mint or number as its chain writes it; absent for the network's own coin. */
  id: z.string().optional(),
  /** From the local lists alone; absent for a token that is not in them. */
  symbol: z.string().optional(),
  /** Absent where nothing says them: amounts are then in the smallest unit. */
  decimals: z.number().int().min(0).max(255).optional(),
});
export type Asset = z.infer<typeof asset>;

/** An amount in an asset's smallest unit, as decimal digits: JSON has no integers of that size. */
const atoms = z.string().regex(/^\d+$/);

/** What a transaction takes from and gives to the operator's own addresses, as far as its bytes fix it. */
export const totals = z.object({
  assets: z.array(z.object({ asset, out: atoms, in: atoms })),
  /** What the operator's own address pays in fees, apart from the rest. */
  fee: z.object({ asset, amount: atoms, isHighest: z.boolean() }).optional(),
  /** What the amounts do not say, in words. */
  notes: z.array(z.string()),
});
export type Totals = z.infer<typeof totals>;

/** A payment that the bytes fix. Null is a side that is no address, or that the bytes do not name. */
export interface Move {
  readonly asset: Asset;
  readonly amount: bigint;
  readonly from: string | null;
  readonly to: string | null;
}

type Among = (...lists: readonly (readonly string[])[]) => (address: string | null) => boolean;

/** Whether an address is in one of some lists, by its chain's spelling. */
export function amongBy(spelling: (address: string) => string): Among {
  const setOf = oncePerList((list) => new Set(list.map(spelling)));
  return (...lists) => {
    const sets = lists.map(setOf);
    return (address) => address !== null && sets.some((set) => set.has(spelling(address)));
  };
}

/** Whether an address is in one of some lists, where it has one spelling. */
export const among = amongBy((address) => address);

/**
 * Adds up what leaves the operator's addresses and what comes in, by asset, in the order in which assets appear.
 * @param fee undefined where another pays it, or the bytes do not say it
 */
export function totalsOf(parts: {
  readonly moves: readonly Move[];
  readonly isOurs: (address: string | null) => boolean;
  readonly fee?: { readonly asset: Asset; readonly amount: bigint; readonly isHighest: boolean } | undefined;
  readonly notes: readonly string[];
}): Totals {
  const { moves, isOurs, fee, notes } = parts;
  const sums = new Map<string, { asset: Asset; out: bigint; in: bigint }>();
  for (const { asset: moved, amount, from, to } of moves) {
    if (amount <= 0n) continue;
    const key = moved.id ?? '';
    const sum = sums.get(key) ?? { asset: moved, out: 0n, in: 0n };
    if (isOurs(from)) sum.out += amount;
    if (isOurs(to)) sum.in += amount;
    if (isOurs(from) || isOurs(to)) sums.set(key, sum);
  }
  return {
    assets: [...sums.values()].map(({ asset: moved, ...sum }) => ({
      asset: moved,
      out: sum.out.toString(),
      in: sum.in.toString(),
    })),
    ...(fee === undefined ? {} : { fee: { ...fee, amount: fee.amount.toString() } }),
    notes: [...new Set(notes)],
  };
}

/**
 * What somebody gets by a transaction. Every payment, fee, tip, change, sweep, allowance, right to withdraw and authority is
 * one of these, so that one rule holds for all: who is not ours is named in the sentence, and graded by amount.
 */
export type Right = 'payment' | 'tip' | 'withdrawal' | 'allowance' | 'authority';

/** One gain of one beneficiary. */
export interface Gain {
  readonly right: Right;
  /** The address that gains; null where the bytes do not name it. */
  readonly to: string | null;
  /** What the right is over, or what the authority may do, in words: "withdraws from it". */
  readonly what?: string;
  readonly asset?: Asset;
  /** In the asset's smallest unit; absent where the bytes do not say it. */
  readonly amount?: bigint;
}

/** The gains of those who are not ours; somebody who is not named counts as a stranger. */
export const gainsOfStrangers = (
  gains: readonly Gain[],
  isOurs: (address: string | null) => boolean,
): Gain[] => gains.filter(({ to }) => to === null || !isOurs(to));
