import type { ReactNode } from 'react';
import type { BatchProblem } from '#preload/contract/batches.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/layout.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import type { TableColumn } from '../../ui/data-table.tsx';
import { Note } from '../../ui/notes.tsx';
import { showRefused } from './batch-store.ts';
import type { RefusedFile } from './batch-store.ts';
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

/** Everything that is wrong with a file, of which nothing was kept. */
export function RefusedCard({ refused: { name, problems, total } }: { refused: RefusedFile }): ReactNode {
  const rows = problems.map((problem, index) => ({ ...problem, id: String(index) }));
  const more = total - problems.length;
  return (
    <Card label={BATCH_TEXT.refused.title(name)}>
      <CardHeader title={BATCH_TEXT.refused.title(name)} />
      <CardSection>
        <Note tone="bad" title={BATCH_TEXT.refused.noteTitle} live>
          {BATCH_TEXT.refused.note(total)}
        </Note>
      </CardSection>
      <CardSection flush className={styles['scroll']}>
        <DataTable
          label={BATCH_TEXT.refused.lines}
          columns={COLUMNS}
          rows={rows}
          rowId={({ id }) => id}
          rowText={({ line, message }) => `${line} ${message}`}
        />
      </CardSection>
      <CardFooter note={more > 0 ? BATCH_TEXT.refused.more(more.toLocaleString('en')) : null}>
        <Button onPress={() => showRefused(null)}>{BATCH_TEXT.refused.close}</Button>
      </CardFooter>
    </Card>
  );
}
