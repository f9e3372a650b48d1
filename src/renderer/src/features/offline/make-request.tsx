import { FileOutput } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { summaries } from '#protocol/catalogue/summaries.ts';
import { type ConsoleApi, getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { go } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs.tsx';
import { Form } from '../../ui/fields.tsx';
import { Card, CardHeader, CardSection } from '../../ui/layout.tsx';
import { Select } from '../../ui/select.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import { LazyOperationPanel } from '../operations/operation-dialog.tsx';
import { CURRENT, type Whom, WhomFields, isWhom, whomOf } from '../requests/request-file.tsx';
import styles from './offline.module.css';
import { OFFLINE_TEXT } from './text.ts';

const TEXT = OFFLINE_TEXT.make;

const OPERATIONS = summaries
  .filter(({ effect }) => effect !== 'read')
  .map(({ path, summary }) => ({ id: path, label: summary, aside: path }));

type Asked = Parameters<ConsoleApi['offline']['prepare']>[0];

const prepare = async (operation: string, parameters: Asked['parameters'], whom: Whom): Promise<string> => {
  const { id } = await getConsole().offline.prepare({ operation, parameters, ...whomOf(whom) });
  return id;
};

/** Makes a request file from nothing: its operation, whose credential, and then its form. */
export function MakeCard(): ReactNode {
  const [operation, setOperation] = useState('create_policy');
  const [whom, setWhom] = useState(CURRENT);
  const [isOpen, setOpen] = useState(false);
  return (
    <Card label={TEXT.title}>
      <CardHeader title={TEXT.title} />
      <CardSection>
        <Form
          label={TEXT.title}
          onSubmit={() => isWhom(whom) && setOpen(true)}
          actions={
            <Button type="submit" icon={FileOutput} isDisabled={!isWhom(whom)}>
              {TEXT.next}
            </Button>
          }
        >
          <p className={styles['faint']}>{TEXT.hint}</p>
          <Select label={TEXT.operation} options={OPERATIONS} value={operation} onChange={setOperation} />
          <WhomFields whom={whom} onChange={setWhom} />
        </Form>
      </CardSection>
      {isOpen && <MakeDialog operation={operation} whom={whom} onClose={() => setOpen(false)} />}
    </Card>
  );
}

interface MakeDialogProps {
  readonly operation: string;
  readonly whom: Whom;
  readonly onClose: () => void;
}

function MakeDialog({ operation, whom, onClose }: MakeDialogProps): ReactNode {
  const task = useTask(prepare);
  const described = summaries.find(({ path }) => path === operation);
  const submit = async (parameters: Asked['parameters']): Promise<void> => {
    const id = await task.run(operation, parameters, whom);
    if (id === undefined) return;
    onClose();
    go('offline', id);
  };
  return (
    <Dialog
      isOpen
      wide
      onClose={onClose}
      title={described?.summary ?? operation}
      tag={<EffectTag effect={described?.effect ?? 'write'} />}
    >
      <LazyOperationPanel
        operation={operation}
        asFile={{
          action: TEXT.submit,
          isPending: task.busy,
          error: task.error,
          onSubmit: (parameters) => void submit(parameters),
        }}
        onClose={onClose}
      />
    </Dialog>
  );
}
