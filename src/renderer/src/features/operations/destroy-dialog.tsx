import type { ReactNode } from 'react';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import { ConfirmDialog } from '../../ui/dialogs.tsx';
import type { Destruction } from './destruction.ts';
import styles from './operations.module.css';
import { OPERATION_TEXT } from './text.ts';

interface DestroyDialogProps {
  readonly operation: SubmitOperation;
  readonly destruction: Destruction;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Names what will be gone and asks for its name, before there is anything to approve. */
export function DestroyDialog({ operation, destruction, onClose, onConfirm }: DestroyDialogProps): ReactNode {
  const { what, names, typed } = destruction;
  return (
    <ConfirmDialog
      isOpen
      effect="destroy"
      title={operation.summary}
      action={OPERATION_TEXT.preview}
      typed={typed}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <p>{OPERATION_TEXT.destroy.effect(what.toLowerCase())}</p>
      <ul className={styles['doomed']}>
        {names.map((name, index) => (
          <li key={index}>{name}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
