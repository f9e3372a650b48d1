import { useState } from 'react';
import type { ReactNode } from 'react';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { Form, TextInput } from '../../ui/fields.tsx';
import { Permanent } from './edit-dialog.tsx';
import { showImport } from './import-store.ts';
import { SECRET_IMPORT_TEXT } from './text.ts';

const TEXT = SECRET_IMPORT_TEXT.property;

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
    <Dialog isOpen onClose={onClose} title={TEXT.title}>
      <Form
        label={TEXT.title}
        onSubmit={() => void submit()}
        actions={
          <>
            <Button onPress={onClose}>{SECRET_IMPORT_TEXT.cancel}</Button>
            <Button type="submit" kind="primary" isDisabled={key.trim() === ''} isPending={task.busy}>
              {TEXT.submit}
            </Button>
          </>
        }
      >
        <TextInput
          label={TEXT.key}
          autoFocus
          value={key}
          onChange={setKey}
          maxLength={255}
          placeholder={TEXT.keyExample}
        />
        <TextInput
          label={TEXT.value}
          value={value}
          onChange={setValue}
          maxLength={1024}
          placeholder={TEXT.valueExample}
        />
        <Permanent />
        <Refusal error={task.error} />
      </Form>
    </Dialog>
  );
}
