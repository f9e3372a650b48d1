import { useState } from 'react';
import type { ReactNode } from 'react';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EffectTag } from '../../ui/effect-tag.tsx';
import { Form } from '../../ui/form.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { fileOf } from '../files/given-file.ts';
import { PathInput } from '../files/path-input.tsx';
import { takeUpInterfaces } from './interfaces-store.ts';
import { settingsText } from './text.ts';
import { uiText } from '../../ui/text.ts';

const readFolder = async (path: string) =>
  getConsole().interfaces.useDescriptorFolder({ file: await fileOf(path) });

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
      title={settingsText.descriptors.chooseTitle}
      tag={<EffectTag effect="write" />}
    >
      <Form
        label={settingsText.descriptors.chooseTitle}
        onSubmit={() => void submit()}
        actions={
          <>
            <Button onPress={onClose}>{uiText.cancel}</Button>
            <Button type="submit" kind="primary" isDisabled={!isReady} isPending={task.busy} kbd="⏎">
              {settingsText.descriptors.read}
            </Button>
          </>
        }
      >
        <PathInput
          label={settingsText.descriptors.folder}
          kind="folder"
          path={path}
          onChange={setPath}
          placeholder={settingsText.descriptors.folderPlaceholder}
          help={settingsText.descriptors.folderHelp}
        />
        <Refusal error={task.error} />
      </Form>
    </Dialog>
  );
}
