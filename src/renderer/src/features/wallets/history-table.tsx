import { type ReactNode, useMemo } from 'react';
import type { TableColumn } from '../../ui/table-column.ts';
import { Copied } from '../../ui/values.tsx';
import { formatMinute } from '../../format/time.ts';
import { FoundTable } from '../filters/found-list.tsx';
import { NameCell } from '../records/detail-section.tsx';
import {
  type ContactNames,
  type HistoryRow,
  type SolTransaction,
  historyAmount,
  rowsOf,
  statusWords,
} from './history-rows.ts';
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
    cell: ({ transaction, transfer, contact }) => (
      <>
        {contact !== null && <b>{contact}</b>}
        {transfer && <Copied value={transfer.counterparty} what={TEXT.copyCounterparty} />}
        <Copied value={transaction.signature} what={TEXT.copySignature} />
      </>
    ),
  },
];

const idOf = ({ id }: HistoryRow): string => id;

function rowText({ transaction, transfer, contact }: HistoryRow): string {
  const { digits, unit } =
    transfer === null ? { digits: TEXT.noTransfer, unit: '' } : historyAmount(transfer);
  return [
    ...[transaction.signature, timeOf(transaction), statusWords(transaction)],
    ...[transfer?.counterparty ?? '', contact ?? '', digits, unit],
  ].join(' ');
}

interface HistoryTableProps {
  readonly address: string;
  readonly transactions: readonly SolTransaction[];
  readonly names: ContactNames;
  /** Whether there are newer or older ones, which aren't searched. */
  readonly isPart: boolean;
}

/** Transactions of an address, a line for each transfer. */
export function HistoryTable({ address, transactions, names, isPart }: HistoryTableProps): ReactNode {
  const rows = useMemo(() => rowsOf(transactions, names), [transactions, names]);
  return (
    <FoundTable
      list="addressHistory"
      of={address}
      isPart={isPart}
      rows={rows}
      rowText={rowText}
      label={TEXT.title}
      columns={COLUMNS}
      rowId={idOf}
    />
  );
}

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
