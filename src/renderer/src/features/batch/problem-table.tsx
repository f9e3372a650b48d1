import type { ReactNode } from 'react';
import type { BatchProblem } from '#preload/contract/batches.ts';
import { DataTable } from '../../ui/data-table.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import styles from './batch.module.css';
import { BATCH_TEXT } from './text.ts';

interface ProblemRow extends BatchProblem {
  readonly id: string;
}

const COLUMNS: readonly TableColumn<ProblemRow>[] = [
  { id: 'line', title: BATCH_TEXT.columns.line, cell: ({ line }) => line.toLocaleString('en') },
  {
    id: 'field',
    title: BATCH_TEXT.columns.field,
    cell: ({ field }) => (
      <span className={styles['field']}>{field === '' ? BATCH_TEXT.refused.wholeLine : field}</span>
    ),
  },
  { id: 'message', title: BATCH_TEXT.columns.error, grow: true, cell: ({ message }) => message },
];

/** What is wrong with the lines of a file. */
export function ProblemTable({ problems }: { readonly problems: readonly BatchProblem[] }): ReactNode {
  return (
    <DataTable
      label={BATCH_TEXT.refused.lines}
      columns={COLUMNS}
      rows={problems.map((problem, index) => ({ ...problem, id: String(index) }))}
      rowId={({ id }) => id}
      rowText={({ line, message }) => `${line} ${message}`}
    />
  );
}
