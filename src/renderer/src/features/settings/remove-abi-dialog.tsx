import type { ReactNode } from 'react';
import type { ImportedAbi } from '#preload/contract/interfaces.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Address } from '../../ui/values.tsx';
import { ConfirmDialog } from '../../ui/dialogs.tsx';
import { takeUpInterfaces } from './interfaces-store.ts';
import { SETTINGS_TEXT } from './text.ts';

const remove = async ({ chainId, address }: ImportedAbi): Promise<true> => {
  await getConsole().interfaces.removeAbi({ chainId, address });
  return true;
};

/** Asks before an ABI is forgotten. */
export function RemoveAbiDialog({ abi, onClose }: { abi: ImportedAbi; onClose: () => void }): ReactNode {
  const task = useTask(remove);
  const confirm = async (): Promise<void> => {
    if (!(await task.run(abi))) return;
    onClose();
    await takeUpInterfaces();
  };
  return (
    <ConfirmDialog
      isOpen
      effect="destroy"
      title={SETTINGS_TEXT.interfaces.remove(abi.name)}
      action={SETTINGS_TEXT.interfaces.removeButton}
      isPending={task.busy}
      error={task.error}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      <p>
        {SETTINGS_TEXT.interfaces.lose} <Address value={abi.address} />
        {SETTINGS_TEXT.interfaces.loseNames(abi.network)}
      </p>
    </ConfirmDialog>
  );
}
