import type { ReactNode } from 'react';
import type { BatchProblem } from '../../../../preload/contract/batches.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import type { TableColumn } from '../../ui/data-table.tsx';
import { Note } from '../../ui/note.tsx';
import { showRefused } from './batch-store.ts';
import type { RefusedFile } from './batch-store.ts';
import styles from './batch.module.css';

interface ProblemRow extends BatchProblem {
  readonly id: string;
}

const COLUMNS: readonly TableColumn<ProblemRow>[] = [
  { id: 'line', title: 'Line', cell: ({ line }) => line.toLocaleString('en') },
  {
    id: 'field',
    title: 'Field',
    cell: ({ field }) => <span className={styles['field']}>{field === '' ? 'the whole line' : field}</span>,
  },
  { id: 'message', title: 'What is wrong', grow: true, cell: ({ message }) => message },
];

/** Everything that is wrong with a file, of which nothing was kept. */
export function RefusedCard({ refused: { name, problems, total } }: { refused: RefusedFile }): ReactNode {
  const rows = problems.map((problem, index) => ({ ...problem, id: String(index) }));
  const more = total - problems.length;
  return (
    <Card label={`What is wrong in ${name}`}>
      <CardHeader title={`What is wrong in ${name}`} />
      <CardSection>
        <Note tone="bad" title="Nothing of it was kept or sent" live>
          {total === 1 ? 'One thing is wrong.' : `${total.toLocaleString('en')} things are wrong.`} Correct
          the file and read it again.
        </Note>
      </CardSection>
      <CardSection flush className={styles['scroll']}>
        <DataTable
          label="Wrong lines"
          columns={COLUMNS}
          rows={rows}
          rowId={({ id }) => id}
          rowText={({ line, message }) => `${line} ${message}`}
        />
      </CardSection>
      <CardFooter note={more > 0 ? `And ${more.toLocaleString('en')} more.` : null}>
        <Button onPress={() => showRefused(null)}>Close</Button>
      </CardFooter>
    </Card>
  );
}
