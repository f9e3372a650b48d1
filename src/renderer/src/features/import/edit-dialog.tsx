import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
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

const TEXT = SECRET_IMPORT_TEXT.edit;

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
        label={TEXT.form}
        onSubmit={() => void submit()}
        actions={
          <>
            <Button onPress={onClose}>{SECRET_IMPORT_TEXT.cancel}</Button>
            <Button type="submit" kind="primary" isDisabled={name.trim() === ''} isPending={task.busy}>
              {TEXT.submit}
            </Button>
          </>
        }
      >
        <TextInput
          label={TEXT.name}
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
    <div className={styles['pairs']} role="group" aria-label={TEXT.properties}>
      {properties.map(({ key, value }, index) => (
        <div key={index} className={styles['pair']}>
          <TextInput
            label={TEXT.property(index + 1)}
            value={key}
            maxLength={255}
            onChange={(next) => set(index, { key: next })}
          />
          <TextInput
            label={TEXT.value(index + 1)}
            value={value}
            maxLength={1024}
            onChange={(next) => set(index, { value: next })}
          />
          <Button
            kind="quiet"
            icon={X}
            aria-label={TEXT.remove(index + 1)}
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
          {TEXT.add}
        </Button>
      </span>
    </div>
  );
}

/** What everybody must know about static properties before they are there. */
export const Permanent = (): ReactNode => <Note tone="warn">{TEXT.permanent}</Note>;
