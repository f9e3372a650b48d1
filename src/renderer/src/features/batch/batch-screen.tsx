import { FileCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { BatchProblem, BatchRead } from '#preload/contract/batches.ts';
import { summaries } from '#protocol/catalogue/summaries.ts';
import { profileTurn, useAppSnapshot } from '../../bridge/app-state.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { useSubtitle } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import type { TableColumn } from '../../ui/data-table.tsx';
import { Form } from '../../ui/fields.tsx';
import { Card, CardFooter, CardHeader, CardSection, ScreenLayout } from '../../ui/layout.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { Select } from '../../ui/select.tsx';
import { FailedState, LoadingCard } from '../../ui/states.tsx';
import { PathInput, fileOf } from '../files/path-input.tsx';
import { BatchCard } from './batch-card.tsx';
import { followBatches, loadBatches, showBatch, showRefused, useBatches } from './batch-store.ts';
import type { RefusedFile } from './batch-store.ts';
import styles from './batch.module.css';
import { BATCH_TEXT } from './text.ts';

/** Many requests out of a file: read whole, approved once, sent with their results beside the file. */
export function BatchScreen(): ReactNode {
  const { profileId } = useAppSnapshot();
  const known = useBatches();
  useEffect(() => followBatches(), [profileId]);
  const count = known.state === 'ready' ? known.batches.length : 0;
  useSubtitle(count === 0 ? '' : BATCH_TEXT.count(count));
  if (known.state === 'loading')
    return (
      <ScreenLayout>
        <LoadingCard label={BATCH_TEXT.title} />
      </ScreenLayout>
    );
  if (known.state === 'failed')
    return (
      <ScreenLayout>
        <Card label={BATCH_TEXT.title}>
          <FailedState error={known.error} onRetry={() => void loadBatches()} />
        </Card>
      </ScreenLayout>
    );
  return (
    <ScreenLayout>
      {known.batches.map((set) => (
        <BatchCard key={set.id} set={set} />
      ))}
      {known.refused !== null && <RefusedCard refused={known.refused} />}
      <FileCard isFirst={count === 0} />
    </ScreenLayout>
  );
}

const OPERATIONS = summaries
  .filter(({ effect }) => effect !== 'read')
  .map(({ path, summary }) => ({ id: path, label: summary, aside: path }));

const read = async (path: string, operation: string | null): Promise<BatchRead> =>
  getConsole().batches.read({ file: await fileOf(path), operation });

/** Asks for the file of a batch, and for what its lines are where the file does not say it. */
function FileCard({ isFirst }: { isFirst: boolean }): ReactNode {
  const [path, setPath] = useState('');
  const [operation, setOperation] = useState<string>('sign_transaction');
  const task = useTask(read);
  const given = path.trim();
  const isCsv = given.toLowerCase().endsWith('.csv');
  const submit = async (): Promise<void> => {
    if (given === '' || task.busy) return;
    showRefused(null);
    const whose = profileTurn();
    const answer = await task.run(given, isCsv ? operation : null);
    if (answer === undefined || profileTurn() !== whose) return;
    if (answer.state === 'refused') {
      const { problems, total } = answer;
      showRefused({ name: given.split(/[/\\]/).at(-1) ?? given, problems, total });
      return;
    }
    showBatch(answer.set);
    setPath('');
  };
  const title = isFirst ? BATCH_TEXT.file.title : BATCH_TEXT.file.another;
  return (
    <Card label={title}>
      <CardHeader title={title} />
      <CardSection>
        <Form
          label={title}
          onSubmit={() => void submit()}
          actions={
            <Button type="submit" kind="primary" isDisabled={given === ''} isPending={task.busy} kbd="⏎">
              {task.busy ? BATCH_TEXT.file.reading : BATCH_TEXT.file.read}
            </Button>
          }
        >
          <PathInput
            label={BATCH_TEXT.file.label}
            path={path}
            onChange={setPath}
            placeholder={BATCH_TEXT.file.placeholder}
            help={isCsv ? BATCH_TEXT.file.csvHelp : BATCH_TEXT.file.help}
          />
          {isCsv && (
            <Select
              label={BATCH_TEXT.file.operation}
              options={OPERATIONS}
              value={operation}
              onChange={setOperation}
            />
          )}
          <Note tone="good" icon={FileCheck}>
            {BATCH_TEXT.file.note}
          </Note>
          <Refusal error={task.error} />
        </Form>
      </CardSection>
    </Card>
  );
}

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
function RefusedCard({ refused: { name, problems, total } }: { refused: RefusedFile }): ReactNode {
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
