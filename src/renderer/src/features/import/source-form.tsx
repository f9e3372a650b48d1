import { ShieldCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { Form, TextInput } from '../../ui/fields.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { PathInput, fileOf } from '../files/path-input.tsx';
import { showImport } from './import-store.ts';
import { SECRET_IMPORT_TEXT } from './text.ts';

const TEXT = SECRET_IMPORT_TEXT.source;

const SOURCES = [
  { id: 'file', label: TEXT.file },
  { id: 'typed', label: TEXT.typed },
] as const;
type Source = (typeof SOURCES)[number]['id'];

/** Asks where secrets come from: a file that the privileged side reads, or one typed value. */
export function SourceForm({ onAdded, onCancel }: { onAdded: () => void; onCancel?: () => void }): ReactNode {
  const [source, setSource] = useState<Source>('file');
  return (
    <>
      <Segmented label={TEXT.title} options={SOURCES} value={source} onChange={setSource} />
      {source === 'file' ? (
        <FileForm onAdded={onAdded} onCancel={onCancel} />
      ) : (
        <TypedForm onAdded={onAdded} onCancel={onCancel} />
      )}
    </>
  );
}

interface FormProps {
  readonly onAdded: () => void;
  readonly onCancel: (() => void) | undefined;
}

const addFile = async (path: string) => getConsole().secrets.addFile({ file: await fileOf(path) });

function FileForm({ onAdded, onCancel }: FormProps): ReactNode {
  const [path, setPath] = useState('');
  const adding = useTask(addFile);
  const isReady = path.trim() !== '';
  const submit = async (): Promise<void> => {
    if (!isReady || adding.busy) return;
    const read = await adding.run(path.trim());
    if (read === undefined) return;
    showImport(read);
    onAdded();
  };
  return (
    <Form
      label={TEXT.fileForm}
      isMain
      onSubmit={() => void submit()}
      actions={
        <>
          {onCancel && <Button onPress={onCancel}>{SECRET_IMPORT_TEXT.cancel}</Button>}
          <Button type="submit" kind="primary" isDisabled={!isReady} isPending={adding.busy} kbd="⏎">
            {TEXT.readFile}
          </Button>
        </>
      }
    >
      <PathInput
        label={TEXT.path}
        path={path}
        onChange={setPath}
        placeholder={TEXT.pathExample}
        help={TEXT.pathHelp}
      />
      <Note tone="good" icon={ShieldCheck}>
        {' '}
        {TEXT.fileNote}{' '}
      </Note>
      <Refusal error={adding.error} />
    </Form>
  );
}

const addTyped = (name: string, value: string) =>
  getConsole().secrets.addTyped({ entries: [{ name, value }] });

function TypedForm({ onAdded, onCancel }: FormProps): ReactNode {
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const adding = useTask(addTyped);
  const isReady = name.trim() !== '' && value !== '';
  const submit = async (): Promise<void> => {
    if (!isReady || adding.busy) return;
    const given = value;
    // The field is emptied first: the value goes over once, whatever comes of it.
    setValue('');
    const read = await adding.run(name.trim(), given);
    if (read === undefined) return;
    showImport(read);
    setName('');
    onAdded();
  };
  return (
    <Form
      label={TEXT.typedForm}
      isMain
      onSubmit={() => void submit()}
      actions={
        <>
          {onCancel && <Button onPress={onCancel}>{SECRET_IMPORT_TEXT.cancel}</Button>}
          <Button type="submit" kind="primary" isDisabled={!isReady} isPending={adding.busy} kbd="⏎">
            {TEXT.add}
          </Button>
        </>
      }
    >
      <TextInput label={TEXT.name} mono value={name} onChange={setName} maxLength={255} spellCheck="false" />
      <TextInput
        label={TEXT.value}
        type="password"
        mono
        value={value}
        onChange={setValue}
        maxLength={65_536}
        autoComplete="new-password"
        help={TEXT.valueHelp}
      />
      <Refusal error={adding.error} />
    </Form>
  );
}
