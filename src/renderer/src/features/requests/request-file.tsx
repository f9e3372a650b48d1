import { FileOutput } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type ConsoleApi, getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { go } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs.tsx';
import { Form, TextInput } from '../../ui/fields.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { Select } from '../../ui/select.tsx';
import { REQUEST_TEXT } from './text.ts';

const TEXT = REQUEST_TEXT.file;

type Asked = Pick<Parameters<ConsoleApi['offline']['prepare']>[0], 'publicKey' | 'curve'>;
type Curve = NonNullable<Asked['curve']>;
const CURVES = (Object.keys(TEXT.curves) as Curve[]).map((id) => ({ id, label: TEXT.curves[id] }));

/** Whom a request file is made for, as it is typed. */
export interface Whom {
  readonly publicKey: string;
  readonly curve: Curve;
}
export const CURRENT: Whom = { publicKey: '', curve: 'API_KEY_CURVE_P256' };
const PUBLIC_KEY = /^(?:[0-9a-f]{64}|0[23][0-9a-f]{64})$/;
const ED25519_DIGITS = 64;

const typedKey = ({ publicKey }: Whom): string => publicKey.trim().toLowerCase();

/** Whether what is typed is a public key, or nothing. */
export const isWhom = (whom: Whom): boolean => typedKey(whom) === '' || PUBLIC_KEY.test(typedKey(whom));

/** What the privileged side is asked for. */
export function whomOf(whom: Whom): Asked {
  const publicKey = typedKey(whom);
  if (publicKey === '') return { publicKey: null, curve: null };
  return { publicKey, curve: publicKey.length === ED25519_DIGITS ? 'API_KEY_CURVE_ED25519' : whom.curve };
}

interface WhomFieldsProps {
  readonly whom: Whom;
  readonly onChange: (whom: Whom) => void;
}

/** Which credential will stamp: its public key tells all but which of two curves it is on. */
export function WhomFields({ whom, onChange }: WhomFieldsProps): ReactNode {
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

interface FileDialogProps {
  readonly title: string;
  readonly hint: string;
  /** Makes the file; gives its ID on the screen Offline. */
  readonly make: (whom: Whom) => Promise<string>;
  /** What is asked beside the credential. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

/** Asks whose stamp a request file is for, makes it, and goes to where it is saved. */
function FileDialog({ title, hint, make, children, onClose }: FileDialogProps): ReactNode {
  const [whom, setWhom] = useState(CURRENT);
  const task = useTask(make);
  const submit = async (): Promise<void> => {
    if (!isWhom(whom) || task.busy) return;
    const id = await task.run(whom);
    if (id === undefined) return;
    onClose();
    go('offline', id);
  };
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <Form
        label={title}
        onSubmit={() => void submit()}
        actions={
          <>
            <Button onPress={onClose}>{TEXT.cancel}</Button>
            <Button type="submit" kind="primary" isDisabled={!isWhom(whom)} isPending={task.busy}>
              {TEXT.submit}
            </Button>
          </>
        }
      >
        <p>{hint}</p>
        {children}
        <WhomFields whom={whom} onChange={setWhom} />
        <Refusal error={task.error} />
      </Form>
    </Dialog>
  );
}

interface SaveAsFileProps {
  readonly previewId: string;
  readonly isDisabled: boolean;
  /** Told when the file is made: the window goes on at the screen Offline. */
  readonly onLeave?: (() => void) | undefined;
}

/** Makes a request file of the very bytes that a preview is of, for another computer to stamp. */
export function SaveAsFile({ previewId, isDisabled, onLeave }: SaveAsFileProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const make = async (whom: Whom): Promise<string> => {
    const { id } = await getConsole().offline.ofPreview({ previewId, ...whomOf(whom) });
    onLeave?.();
    return id;
  };
  return (
    <>
      <Button kind="quiet" icon={FileOutput} isDisabled={isDisabled} onPress={() => setOpen(true)}>
        {TEXT.button}
      </Button>
      {isOpen && (
        <FileDialog title={TEXT.title} hint={TEXT.hint} make={make} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

/**
 * Makes a request file for the current credential, and goes to where it is reviewed: how an offline console's own requests begin.
 * @throws BridgeError
 */
export async function makeOwnFile(
  operation: string,
  parameters: Parameters<ConsoleApi['offline']['prepare']>[0]['parameters'],
): Promise<void> {
  const { id } = await getConsole().offline.prepare({ operation, parameters, ...whomOf(CURRENT) });
  go('offline', id);
}

type Way = keyof typeof TEXT.ways;
const WAYS = (Object.keys(TEXT.ways) as Way[]).map((id) => ({ id, label: TEXT.ways[id] }));

/** Makes a request file of a vote, which another computer's credential has. */
export function VoteByFile({ fingerprint }: { fingerprint: string }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [way, setWay] = useState<Way>('approve');
  const make = async (whom: Whom): Promise<string> => {
    const { id } = await getConsole().offline.prepare({
      ...{ operation: `${way}_activity`, parameters: { fingerprint } },
      ...whomOf(whom),
    });
    return id;
  };
  return (
    <>
      <Button kind="quiet" icon={FileOutput} onPress={() => setOpen(true)}>
        {TEXT.vote}
      </Button>
      {isOpen && (
        <FileDialog title={TEXT.voteTitle} hint={TEXT.voteHint} make={make} onClose={() => setOpen(false)}>
          <Select label={TEXT.way} options={WAYS} value={way} onChange={setWay} />
        </FileDialog>
      )}
    </>
  );
}
