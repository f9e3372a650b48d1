import { gradeFee, type FeeGrade } from '../model/grades.ts';
import type { Warning } from '../model/decoded.ts';
import { warn } from '../model/warnings.ts';
import { formatBitcoin, unitOf } from './amounts.ts';
import { estimateSize } from './size.ts';
import { sumOf } from './transaction.ts';
import type { BitcoinView } from './view.ts';

/** Above this many satoshis a virtual byte, somebody has most likely made a mistake. */
const HIGH_RATE = 500n;

/** Whether the fee is one that an operator has to be stopped at. */
export const isGraveFee = (view: BitcoinView): boolean => gradeOf(view) === 'danger';

/** By size, by its share of what is spent, and by its share of what is paid to others. */
function gradeOf({ tx, inputs, payments, network }: BitcoinView): FeeGrade {
  const spent = sumOf(inputs);
  const bySize = gradeFee(unitOf(network), tx.fee, sumOf(payments));
  if (bySize === 'danger' || tx.fee * 2n > spent) return 'danger';
  const isHigh = tx.fee * 10n > spent || tx.fee > HIGH_RATE * BigInt(estimateSize(tx).virtualBytes);
  return isHigh ? 'caution' : bySize;
}

/** What is odd about the fee. */
export function feeWarnings(view: BitcoinView): Warning[] {
  const { tx, network } = view;
  const fee = formatBitcoin(tx.fee, network);
  switch (gradeOf(view)) {
    case 'danger':
      return [
        warn(
          'FEE_EXCESSIVE',
          'danger',
          'Excessive fee',
          `${fee} goes to the miners: more than 0.01 BTC, or more than half of what is sent.`,
        ),
      ];
    case 'caution':
      return [
        warn(
          'FEE_HIGH',
          'caution',
          'High fee',
          `${fee} is more than 0.002 BTC, more than a tenth of what is sent, or more than 500 sat/vB.`,
        ),
      ];
    case null:
      return tx.fee < BigInt(estimateSize(tx).virtualBytes)
        ? [warn('FEE_LOW', 'notice', 'Low fee', 'Below 1 sat/vB, most nodes do not pass a transaction on.')]
        : [];
  }
}
