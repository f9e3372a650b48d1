import { type ReactNode, useId, useMemo } from 'react';
import type { BatchProblem } from '#preload/contract/batches.ts';
import type { TableColumn } from '../../ui/table-column.ts';
import { FoundTable } from '../filters/found-list.tsx';
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

const problemText = ({ line, field, message }: ProblemRow): string =>
  [line, field === '' ? BATCH_TEXT.refused.wholeLine : field, message].join(' ');

/** What is wrong with the lines of a file. */
export function ProblemTable({ problems }: { readonly problems: readonly BatchProblem[] }): ReactNode {
  const rows = useMemo(() => problems.map((each, index) => ({ ...each, id: String(index) })), [problems]);
  return (
    <FoundTable
      // What is typed about one file hides nothing of the next.
      list="fileErrors"
      of={useId()}
      label={BATCH_TEXT.refused.lines}
      columns={COLUMNS}
      rows={rows}
      rowId={({ id }) => id}
      rowText={problemText}
    />
  );
}
