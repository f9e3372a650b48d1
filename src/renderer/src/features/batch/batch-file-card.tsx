import { FileCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { BatchRead } from '#preload/contract/batches.ts';
import { summaries } from '#protocol/catalogue/summaries.ts';
import { profileTurn } from '../../bridge/app-state.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/fields.tsx';
import { Card, CardHeader, CardSection } from '../../ui/layout.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { Select } from '../../ui/select.tsx';
import { PathInput, fileOf } from '../files/path-input.tsx';
import { setListWords } from '../filters/list-words.ts';
import { showBatch, showRefused } from './batch-store.ts';
import { BATCH_TEXT } from './text.ts';

const OPERATIONS = summaries
  .filter(({ effect }) => effect !== 'read')
  .map(({ path, summary }) => ({ id: path, label: summary, aside: path }));

const read = async (path: string, operation: string | null): Promise<BatchRead> =>
  getConsole().batches.read({ file: await fileOf(path), operation });

/** Asks for the file of a batch, and for what its lines are where the file does not say it. */
export function FileCard({ isFirst }: { isFirst: boolean }): ReactNode {
  const [path, setPath] = useState('');
  const [operation, setOperation] = useState<string>('sign_transaction');
  const task = useTask(read);
  const given = path.trim();
  const isCsv = given.toLowerCase().endsWith('.csv');
  const submit = async (): Promise<void> => {
    if (given === '' || task.busy) return;
    showRefused(null);
    const isItsProfile = profileTurn();
    const answer = await task.run(given, isCsv ? operation : null);
    if (answer === undefined || !isItsProfile()) return;
    if (answer.state === 'refused') {
      const { problems, total } = answer;
      showRefused({ name: given.split(/[/\\]/).at(-1) ?? given, problems, total });
      return;
    }
    // What was just made is in sight, whatever was searched for before.
    setListWords('batches', '');
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
          isMain={isFirst}
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
