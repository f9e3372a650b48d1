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
import type { FoundBackup } from './backup-facts.tsx';
import { SERVICE_BACKUP_TEXT as TEXT } from './text.ts';

interface BackupFileDialogProps {
  readonly what: 'verify' | 'restore';
  readonly onDone: (backup: FoundBackup['backup']) => void;
  readonly onClose: () => void;
}

const carryOut = async (what: 'verify' | 'restore', path: string): Promise<FoundBackup['backup']> => {
  const file = await fileOf(path);
  const { serviceBackup } = getConsole();
  return what === 'verify' ? await serviceBackup.verify({ file }) : await serviceBackup.restore({ file });
};

/** Asks for the backup that is verified, or that takes the place of the service's database once that is approved. */
export function BackupFileDialog({ what, onDone, onClose }: BackupFileDialogProps): ReactNode {
  const [path, setPath] = useState('');
  const task = useTask(carryOut);
  const submit = async (): Promise<void> => {
    if (path.trim() === '' || task.busy) return;
    const backup = await task.run(what, path.trim());
    if (backup === undefined) return;
    onDone(backup);
    onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={TEXT[what]}
      tag={<EffectTag effect={what === 'verify' ? 'read' : 'destroy'} />}
    >
      <Form
        label={TEXT[what]}
        onSubmit={() => void submit()}
        actions={
          <>
            <Button onPress={onClose}>{UI_TEXT.cancel}</Button>
            <Button
              type="submit"
              kind={what === 'verify' ? 'primary' : 'danger'}
              kbd="⏎"
              isDisabled={path.trim() === ''}
              isPending={task.busy}
            >
              {TEXT[what]}
            </Button>
          </>
        }
      >
        <PathInput
          label={TEXT.file}
          path={path}
          onChange={setPath}
          placeholder={TEXT.filePlaceholder}
          help={what === 'verify' ? TEXT.fileHelp : `${TEXT.fileHelp} ${TEXT.restoreNote}`}
        />
        <Refusal error={task.error} />
      </Form>
    </Dialog>
  );
}
