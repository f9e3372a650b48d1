import { totalsOf, type Asset, type Totals } from '../model/totals.ts';
import { unitOf } from './amounts.ts';
import type { BitcoinView } from './view.ts';

/** Stands for every script of ours: what a shared script holds leaves us when it is spent, and is not ours when paid to. */
const OURS = 'ours';

/** What the inputs take from the operator, and what the outputs give back. Scripts are compared, not spellings. */
export function totalsFor(view: BitcoinView): Totals {
  const asset: Asset = { symbol: unitOf(view.network), decimals: 8 };
  const spent = view.inputs.map(({ amount, spending, isOwn, isFurther }) => ({
    asset,
    amount,
    from: spending !== undefined || isOwn || isFurther ? OURS : null,
    to: null,
  }));
  const paid = view.outputs.map(({ amount, isChange, isFurther }) => ({
    asset,
    amount,
    from: null,
    to: isChange || isFurther ? OURS : null,
  }));
  const pays = spent.some(({ from }) => from !== null);
  return totalsOf({
    moves: [...spent, ...paid],
    isOurs: (side) => side === OURS,
    fee: pays ? { asset, amount: view.tx.fee, isHighest: false } : undefined,
    notes: pays
      ? [
          ...(paid.some(({ to }) => to !== null)
            ? ['Inputs are spent whole: what comes in is the change, or a payment to yourself.']
            : []),
          'The fee is part of what you send.',
        ]
      : [],
  });
}
