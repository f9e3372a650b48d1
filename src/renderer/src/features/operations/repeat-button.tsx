import { Repeat } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import type { OperationParameters } from './form/operation-parameters.ts';
import { OperationDialog } from './operation-dialog.tsx';
import { OPERATION_TEXT } from './text.ts';

interface RepeatButtonProps {
  /** The path of the operation; null where the catalogue does not know it. */
  readonly operation: string | null;
  /** The activity's intent: one member, whose value is the parameters. */
  readonly intent: Readonly<Record<string, unknown>>;
}

/** Opens the form of an operation with the parameters of an activity in it, to send it again or with changes. */
export function RepeatButton({ operation, intent }: RepeatButtonProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [parameters] = Object.values(intent);
  if (operation === null || typeof parameters !== 'object' || parameters === null) return null;
  return (
    <>
      <Button small icon={Repeat} onPress={() => setOpen(true)}>
        {OPERATION_TEXT.repeat}
      </Button>
      {isOpen && (
        <OperationDialog
          operation={operation}
          initial={parameters as OperationParameters}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
