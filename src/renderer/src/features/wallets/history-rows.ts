import type { z } from 'zod';
import { formatUnits, grouped } from '#chains/model/amounts.ts';
import type { ListedContact } from '#preload/contract/contacts.ts';
import { toCsv } from '#protocol/csv.ts';
import type { solTransactionHistoryItem } from '#protocol/catalogue/solana-history.ts';
import { WALLET_TEXT } from './text.ts';

/** A transaction of an address, as the service tells it. */
export type SolTransaction = z.output<typeof solTransactionHistoryItem>;
type Transfer = SolTransaction['transfers'][number];

/** One line of a history: a transfer of a transaction, or a transaction that moved nothing to or from the address. */
export interface HistoryRow {
  readonly id: string;
  readonly transaction: SolTransaction;
  readonly transfer: Transfer | null;
  /** The contact with the counterparty's address; null if no contact has it. */
  readonly contact: string | null;
}

/** What contacts are called, by their Solana addresses. */
export type ContactNames = ReadonlyMap<string, string>;

/** The names of the contacts that have Solana addresses, as rows show them. */
export const solanaNames = (contacts: readonly Pick<ListedContact, 'name' | 'addresses'>[]): ContactNames =>
  new Map(
    contacts.flatMap(({ name, addresses }) =>
      addresses
        .filter(({ chain }) => chain === 'TRANSACTION_TYPE_SOLANA')
        .map(({ address }) => [address, name] as const),
    ),
  );

/** A token's decimals are one byte on the chain; a service may claim anything. */
const MOST_DECIMALS = 255;

/** The lines of transactions, in their order. */
export const rowsOf = (
  transactions: readonly SolTransaction[],
  names: ContactNames = new Map(),
): readonly HistoryRow[] =>
  transactions.flatMap((transaction): readonly HistoryRow[] =>
    transaction.transfers.length === 0
      ? [{ id: transaction.signature, transaction, transfer: null, contact: null }]
      : transaction.transfers.map((transfer, index) => ({
          id: `${transaction.signature}:${index}`,
          transaction,
          transfer,
          contact: names.get(transfer.counterparty) ?? null,
        })),
  );

/**
 * What a transfer moved, exactly: integers throughout.
 * @returns digits with commas between thousands, and their unit; atomic units where the decimals are not known
 */
export function historyAmount({ amount, asset }: Transfer): {
  readonly digits: string;
  readonly unit: string;
} {
  if (!/^\d{1,80}$/.test(amount)) return { digits: amount, unit: WALLET_TEXT.history.asReported };
  const atoms = BigInt(amount);
  const { decimals, symbol } = asset ?? { decimals: -1, symbol: '' };
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > MOST_DECIMALS) {
    return { digits: grouped(atoms), unit: WALLET_TEXT.history.atomicUnits };
  }
  return { digits: formatUnits(atoms, decimals), unit: symbol };
}

/** How a transaction stands. */
export function statusWords({ status, executionFailed }: SolTransaction): string {
  if (executionFailed === true) return WALLET_TEXT.history.failed;
  return status === 'FINALIZED' ? WALLET_TEXT.history.finalized : WALLET_TEXT.history.confirmed;
}

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
  'contact',
  'fee in lamports',
  'fee payer',
  'slot',
] as const;

/** A history as CSV, one line for each transfer: exact amounts with a point and without commas, times in RFC 3339. */
export function historyCsv(transactions: readonly SolTransaction[], names: ContactNames): string {
  const lines = rowsOf(transactions, names).map(({ transaction, transfer, contact }) => {
    const { signature, block, fee, feePayer } = transaction;
    const amount = transfer === null ? { digits: '', unit: '' } : historyAmount(transfer);
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
      contact ?? '',
      fee.amount,
      feePayer,
      block.number,
    ];
  });
  return toCsv([COLUMNS, ...lines]);
}
