import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { SecretRow } from '../../../../preload/contract/secrets.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { Note } from '../../ui/note.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { showImport } from './import-store.ts';
import styles from './import.module.css';

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
    <Dialog isOpen onClose={onClose} title={`Change ${row.name}`}>
      <Form
        label="Change a secret"
        onSubmit={() => void submit()}
        actions={
          <>
            <Button onPress={onClose}>Cancel</Button>
            <Button type="submit" kind="primary" isDisabled={name.trim() === ''} isPending={task.busy}>
              Save
            </Button>
          </>
        }
      >
        <TextInput
          label="Name"
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
    <div className={styles['pairs']} role="group" aria-label="Static properties">
      {properties.map(({ key, value }, index) => (
        <div key={index} className={styles['pair']}>
          <TextInput
            label={`Property ${index + 1}`}
            value={key}
            maxLength={255}
            onChange={(next) => set(index, { key: next })}
          />
          <TextInput
            label={`Value ${index + 1}`}
            value={value}
            maxLength={1024}
            onChange={(next) => set(index, { value: next })}
          />
          <Button
            kind="quiet"
            icon={X}
            aria-label={`Take property ${index + 1} out`}
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
          Property
        </Button>
      </span>
    </div>
  );
}

/** What everybody must know about static properties before they are there. */
export const Permanent = (): ReactNode => (
  <Note tone="warn">
    Properties are permanent: nobody can change or remove them later. Policies see them; do not put a secret
    in one.
  </Note>
);
