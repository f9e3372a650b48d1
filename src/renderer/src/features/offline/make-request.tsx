import { FileOutput } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { summaries } from '#protocol/catalogue/summaries.ts';
import { type ConsoleApi, getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { go } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs.tsx';
import { Form, TextInput } from '../../ui/fields.tsx';
import { Card, CardHeader, CardSection } from '../../ui/layout.tsx';
import { Select } from '../../ui/select.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import { LazyOperationPanel } from '../operations/operation-dialog.tsx';
import styles from './offline.module.css';
import { OFFLINE_TEXT } from './text.ts';

const TEXT = OFFLINE_TEXT.make;

const OPERATIONS = summaries
  .filter(({ effect }) => effect !== 'read')
  .map(({ path, summary }) => ({ id: path, label: summary, aside: path }));

type Asked = Parameters<ConsoleApi['offline']['prepare']>[0];
type Curve = NonNullable<Asked['curve']>;
const CURVES = (Object.keys(TEXT.curves) as Curve[]).map((id) => ({ id, label: TEXT.curves[id] }));

/** Whom a request is made for, as it is typed. */
interface Whom {
  readonly publicKey: string;
  readonly curve: Curve;
}
const CURRENT: Whom = { publicKey: '', curve: 'API_KEY_CURVE_P256' };
const PUBLIC_KEY = /^(?:[0-9a-f]{64}|0[23][0-9a-f]{64})$/;
const ED25519_DIGITS = 64;

const typedKey = ({ publicKey }: Whom): string => publicKey.trim().toLowerCase();
const isWhom = (whom: Whom): boolean => typedKey(whom) === '' || PUBLIC_KEY.test(typedKey(whom));

const prepare = async (operation: string, parameters: Asked['parameters'], whom: Whom): Promise<string> => {
  const publicKey = typedKey(whom) === '' ? null : typedKey(whom);
  const curve = publicKey?.length === ED25519_DIGITS ? 'API_KEY_CURVE_ED25519' : whom.curve;
  const { id } = await getConsole().offline.prepare({
    ...{ operation, parameters, publicKey },
    curve: publicKey === null ? null : curve,
  });
  return id;
};

interface WhomFieldsProps {
  readonly whom: Whom;
  readonly onChange: (whom: Whom) => void;
}

/** Which credential will stamp: its public key tells all but which of two curves it is on. */
function WhomFields({ whom, onChange }: WhomFieldsProps): ReactNode {
  const key = typedKey(whom);
  return (
    <>
      <TextInput
        label={TEXT.credential}
        mono
        spellCheck="false"
        value={whom.publicKey}
        onChange={(publicKey) => onChange({ ...whom, publicKey })}
        placeholder={TEXT.placeholder}
        help={TEXT.credentialHelp}
        error={isWhom(whom) ? undefined : TEXT.malformed}
      />
      {key !== '' && key.length !== ED25519_DIGITS && (
        <Select
          label={TEXT.curve}
          options={CURVES.filter(({ id }) => id !== 'API_KEY_CURVE_ED25519')}
          value={whom.curve}
          onChange={(curve) => onChange({ ...whom, curve })}
        />
      )}
    </>
  );
}

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
