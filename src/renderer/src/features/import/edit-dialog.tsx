import { Plus, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { SecretRow } from '#preload/contract/secrets.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs.tsx';
import { Form, TextInput } from '../../ui/fields.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { showImport } from './import-store.ts';
import styles from './import.module.css';
import { SECRET_IMPORT_TEXT } from './text.ts';

const PROPERTY_TEXT = SECRET_IMPORT_TEXT.property;
const EDIT_TEXT = SECRET_IMPORT_TEXT.edit;

type Properties = SecretRow['properties'];

const save = async (id: number, name: string, properties: Properties): Promise<true> => {
  const { secrets } = getConsole();
  await secrets.setProperties({ id, properties });
  showImport(await secrets.rename({ id, name }));
  return true;
};

/** Changes a secret's name and its static properties, before it is imported. */
export function EditDialog({ row, onClose }: { row: SecretRow; onClose: () => void }): ReactNode {
  const [name, setName] = useState(row.name);
  const [properties, setProperties] = useState<Properties>(row.properties);
  const task = useTask(save);
  const submit = async (): Promise<void> => {
    const given = properties.filter(({ key, value }) => key !== '' || value !== '');
    if (name.trim() !== '' && (await task.run(row.id, name.trim(), given))) onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} title={SECRET_IMPORT_TEXT.table.edit(row.name)}>
      <Form
        label={EDIT_TEXT.form}
        onSubmit={() => void submit()}
        actions={
          <>
            <Button onPress={onClose}>{SECRET_IMPORT_TEXT.cancel}</Button>
            <Button type="submit" kind="primary" isDisabled={name.trim() === ''} isPending={task.busy}>
              {EDIT_TEXT.submit}
            </Button>
          </>
        }
      >
        <TextInput
          label={EDIT_TEXT.name}
          mono
          autoFocus
          value={name}
          onChange={setName}
          maxLength={255}
          error={row.state === 'refused' && name.trim() === row.name ? `${row.problem}.` : null}
        />
        <PropertyFields properties={properties} onChange={setProperties} />
        <Permanent />
        <Refusal error={task.error} />
      </Form>
    </Dialog>
  );
}

function PropertyFields({
  properties,
  onChange,
}: {
  properties: Properties;
  onChange: (properties: Properties) => void;
}): ReactNode {
  const set = (index: number, change: Partial<Properties[number]>): void =>
    onChange(properties.map((pair, at) => (at === index ? { ...pair, ...change } : pair)));
  return (
    <div className={styles['pairs']} role="group" aria-label={EDIT_TEXT.properties}>
      {properties.map(({ key, value }, index) => (
        <div key={index} className={styles['pair']}>
          <TextInput
            label={EDIT_TEXT.property(index + 1)}
            value={key}
            maxLength={255}
            onChange={(next) => set(index, { key: next })}
          />
          <TextInput
            label={EDIT_TEXT.value(index + 1)}
            value={value}
            maxLength={1024}
            onChange={(next) => set(index, { value: next })}
          />
          <Button
            kind="quiet"
            icon={X}
            aria-label={EDIT_TEXT.remove(index + 1)}
            onPress={() => onChange(properties.filter((_pair, at) => at !== index))}
          />
        </div>
      ))}
      <span>
        <Button
          small
          icon={Plus}
          isDisabled={properties.length >= 32}
          onPress={() => onChange([...properties, { key: '', value: '' }])}
        >
          {EDIT_TEXT.add}
        </Button>
      </span>
    </div>
  );
}

/** What everybody must know about static properties before they are there. */
export const Permanent = (): ReactNode => <Note tone="warn">{EDIT_TEXT.permanent}</Note>;

const give = async (key: string, value: string): Promise<true> => {
  showImport(await getConsole().secrets.propertyForAll({ key, value }));
  return true;
};

/** Gives every secret of the import the same property. */
export function PropertyDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [key, setKey] = useState('');
  const [value, setValue] = useState('');
  const task = useTask(give);
  const submit = async (): Promise<void> => {
    if (key.trim() !== '' && (await task.run(key.trim(), value))) onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} title={PROPERTY_TEXT.title}>
      <Form
        label={PROPERTY_TEXT.title}
        onSubmit={() => void submit()}
        actions={
          <>
            <Button onPress={onClose}>{SECRET_IMPORT_TEXT.cancel}</Button>
            <Button type="submit" kind="primary" isDisabled={key.trim() === ''} isPending={task.busy}>
              {PROPERTY_TEXT.submit}
            </Button>
          </>
        }
      >
        <TextInput
          label={PROPERTY_TEXT.key}
          autoFocus
          value={key}
          onChange={setKey}
          maxLength={255}
          placeholder={PROPERTY_TEXT.keyExample}
        />
        <TextInput
          label={PROPERTY_TEXT.value}
          value={value}
          onChange={setValue}
          maxLength={1024}
          placeholder={PROPERTY_TEXT.valueExample}
        />
        <Permanent />
        <Refusal error={task.error} />
      </Form>
    </Dialog>
  );
}
