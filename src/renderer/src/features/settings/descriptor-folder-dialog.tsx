import { type ReactNode, useState } from 'react';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs.tsx';
import { Form } from '../../ui/fields.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import { UI_TEXT } from '../../ui/text.ts';
import { PathInput, fileOf } from '../files/path-input.tsx';
import { takeUpInterfaces } from './interfaces-store.ts';
import { SETTINGS_TEXT } from './text.ts';

export const readFolder = async (path: string | null) =>
  getConsole().interfaces.useDescriptorFolder({ file: path === null ? null : await fileOf(path) });

/** Asks for the folder that descriptors are read from; the privileged side reads it. */
export function DescriptorFolderDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [path, setPath] = useState('');
  const task = useTask(readFolder);
  const isReady = path.trim() !== '';
  const submit = async (): Promise<void> => {
    if (!isReady || task.busy || !(await task.run(path.trim()))) return;
    onClose();
    await takeUpInterfaces();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={SETTINGS_TEXT.descriptors.chooseTitle}
      tag={<EffectTag effect="write" />}
    >
      <Form
        label={SETTINGS_TEXT.descriptors.chooseTitle}
        onSubmit={() => void submit()}
        actions={
          <>
            <Button onPress={onClose}>{UI_TEXT.cancel}</Button>
            <Button type="submit" kind="primary" isDisabled={!isReady} isPending={task.busy} kbd="⏎">
              {SETTINGS_TEXT.descriptors.read}
            </Button>
          </>
        }
      >
        <PathInput
          label={SETTINGS_TEXT.descriptors.folder}
          kind="folder"
          path={path}
          onChange={setPath}
          placeholder={SETTINGS_TEXT.descriptors.folderPlaceholder}
          help={SETTINGS_TEXT.descriptors.folderHelp}
        />
        <Refusal error={task.error} />
      </Form>
    </Dialog>
  );
}
