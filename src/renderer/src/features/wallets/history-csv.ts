import { toCsv } from './csv.ts';
import { amountOf, rowsOf, statusWords } from './history-rows.ts';
import type { SolTransaction } from './history-rows.ts';

const COLUMNS = [
  'time',
  'signature',
  'status',
  'direction',
  'amount',
  'unit',
  'atomic amount',
  'asset',
  'counterparty',
  'fee in lamports',
  'fee payer',
  'slot',
] as const;

/** A history as CSV, one line for each transfer: exact amounts with a point and without commas, times in RFC 3339. */
export function historyCsv(transactions: readonly SolTransaction[]): string {
  const lines = rowsOf(transactions).map(({ transaction, transfer }) => {
    const { signature, block, fee, feePayer } = transaction;
    const amount = transfer === null ? { digits: '', unit: '' } : amountOf(transfer);
    return [
      block.timestamp,
      signature,
      statusWords(transaction),
      transfer?.direction ?? '',
      amount.digits.replaceAll(',', ''),
      amount.unit,
      transfer?.amount ?? '',
      transfer?.asset?.caip19 ?? '',
      transfer?.counterparty ?? '',
      fee.amount,
      feePayer,
      block.number,
    ];
  });
  return toCsv([COLUMNS, ...lines]);
}
