import type { ReactNode } from 'react';
import type { TableColumn } from '../../ui/table-column.ts';
import { Copied } from '../../ui/values.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { formatMinute } from '../../format/time.ts';
import { NameCell } from '../records/detail-section.tsx';
import { type HistoryRow, type SolTransaction, historyAmount, rowsOf, statusWords } from './history-rows.ts';
import styles from './history.module.css';
import { WALLET_TEXT } from './text.ts';

const TEXT = WALLET_TEXT.history;

const COLUMNS: readonly TableColumn<HistoryRow>[] = [
  {
    id: 'time',
    title: TEXT.time,
    cell: ({ transaction }) => (
      <div className={styles['moment']}>
        <NameCell name={timeOf(transaction)} detail={statusWords(transaction)} />
      </div>
    ),
  },
  { id: 'amount', title: TEXT.amount, cell: (row) => <Amount row={row} /> },
  {
    id: 'counterparty',
    title: TEXT.counterparty,
    grow: true,
    cell: ({ transaction, transfer }) => (
      <>
        {transfer && <Copied value={transfer.counterparty} what={TEXT.copyCounterparty} />}
        <Copied value={transaction.signature} what={TEXT.copySignature} />
      </>
    ),
  },
];

/** Transactions of an address, a line for each transfer. */
export const HistoryTable = ({ transactions }: { transactions: readonly SolTransaction[] }): ReactNode => (
  <DataTable
    isPaged
    label={TEXT.title}
    columns={COLUMNS}
    rows={rowsOf(transactions)}
    rowId={(row) => row.id}
    rowText={({ transaction }) => transaction.signature}
  />
);

function timeOf({ block }: SolTransaction): string {
  const ms = Date.parse(block.timestamp);
  return Number.isFinite(ms) ? formatMinute(ms) : block.timestamp;
}

function Amount({ row: { transfer } }: { row: HistoryRow }): ReactNode {
  if (transfer === null) return TEXT.noTransfer;
  const { digits, unit } = historyAmount(transfer);
  return (
    <div className={styles['amount']}>
      <NameCell name={(transfer.direction === 'IN' ? TEXT.in : TEXT.out)(digits)} detail={unit} />
    </div>
  );
}
