import { FileCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/fields.tsx';
import { Card, CardHeader, CardSection } from '../../ui/layout.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { PathInput, fileOf } from '../files/path-input.tsx';
import { IncomingWays, takeScanned } from './file-slots.tsx';
import styles from './offline.module.css';
import { showOpenFile } from './offline-store.ts';
import { OFFLINE_TEXT } from './text.ts';

const TEXT = OFFLINE_TEXT.receive;

const take = async (path: string) => getConsole().offline.take({ file: await fileOf(path) });
type Taken = Awaited<ReturnType<typeof take>>;
type Refused = Taken['refused'];

/** Opens files that were brought here: requests, stamps and answers. */
export function ReceiveCard(): ReactNode {
  const [path, setPath] = useState('');
  const [refused, setRefused] = useState<Refused>([]);
  const task = useTask(take);
  const given = path.trim();
  const scanning = useTask(takeScanned);
  const submit = async (): Promise<void> => {
    if (given === '' || task.busy) return;
    setRefused([]);
    const answer = await task.run(given);
    if (answer !== undefined && show(answer)) setPath('');
  };
  const scan = async (files: readonly Uint8Array[]): Promise<void> => {
    setRefused([]);
    const answer = await scanning.run(files);
    if (answer !== undefined) show(answer);
  };
  /** Shows what came of it. @returns whether everything was opened */
  const show = ({ opened, refused: left }: Taken): boolean => {
    setRefused(left);
    const [only] = opened;
    if (left.length === 0 && only !== undefined && opened.length === 1) showOpenFile(only);
    return left.length === 0;
  };
  return (
    <>
      <Card label={TEXT.title}>
        <CardHeader title={TEXT.title} />
        <CardSection>
          <Form
            label={TEXT.title}
            isMain
            onSubmit={() => void submit()}
            actions={
              <Button type="submit" kind="primary" isDisabled={given === ''} isPending={task.busy} kbd="⏎">
                {task.busy ? TEXT.opening : TEXT.open}
              </Button>
            }
          >
            <PathInput
              label={TEXT.label}
              path={path}
              onChange={setPath}
              placeholder={TEXT.placeholder}
              help={TEXT.help}
            />
            <Note tone="good" icon={FileCheck}>
              {TEXT.note}
            </Note>
            <Refusal error={task.error ?? scanning.error} />
            <RefusedFiles refused={refused} />
          </Form>
        </CardSection>
      </Card>
      <IncomingWays onFiles={(files) => void scan(files)} />
    </>
  );
}

/** Each file that was not taken, with the reason. */
const RefusedFiles = ({ refused }: { refused: Refused }): ReactNode =>
  refused.length > 0 && (
    <ul className={styles['plain']}>
      {refused.map(({ name, message, remedy }) => (
        <li key={name}>
          <Note tone="bad" title={TEXT.refused(name)} live>
            {message} {remedy}
          </Note>
        </li>
      ))}
    </ul>
  );
