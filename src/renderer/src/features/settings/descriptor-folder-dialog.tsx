import { type ReactNode, useState } from 'react';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
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
    <FormDialog
      title={SETTINGS_TEXT.descriptors.chooseTitle}
      effect="write"
      onClose={onClose}
      onSubmit={() => void submit()}
      submit={SETTINGS_TEXT.descriptors.read}
      isDisabled={!isReady}
      isPending={task.busy}
      error={task.error}
    >
      <PathInput
        label={SETTINGS_TEXT.descriptors.folder}
        kind="folder"
        path={path}
        onChange={setPath}
        placeholder={SETTINGS_TEXT.descriptors.folderPlaceholder}
        help={SETTINGS_TEXT.descriptors.folderHelp}
      />
    </FormDialog>
  );
}
