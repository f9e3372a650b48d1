import type { Asset } from './totals.ts';

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
