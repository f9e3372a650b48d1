import type { ReactNode } from 'react';
import type { ImportedAbi } from '../../../../preload/contract/interfaces.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Address } from '../../ui/address.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { takeUpInterfaces } from './interfaces-store.ts';
import { settingsText } from './text.ts';

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
      title={settingsText.interfaces.remove(abi.name)}
      action={settingsText.interfaces.removeButton}
      isPending={task.busy}
      error={task.error}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      <p>
        {settingsText.interfaces.lose} <Address value={abi.address} />
        {settingsText.interfaces.loseNames(abi.network)}
      </p>
    </ConfirmDialog>
  );
}
