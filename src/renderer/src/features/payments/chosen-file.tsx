import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { profileTurn } from '../../bridge/app-state.ts';
import { createTurns } from '../../bridge/turns.ts';
import { Button } from '../../ui/button.tsx';
import { paymentFlow } from './payment-store.ts';

interface ChosenFileProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly accepts: readonly string[];
  readonly isDisabled: boolean;
  /** @param isStale whether another file or profile was chosen since, or the approval is in front: nothing is taken then */
  readonly read: (file: File, isStale: () => boolean) => Promise<void>;
}

/** Chooses a file that fills in a part of the payment's form. */
export function ChosenFile({ label, icon, accepts, isDisabled, read }: ChosenFileProps): ReactNode {
  const [turns] = useState(createTurns);
  const take = (file: File): void => {
    const isMine = turns.begin();
    const isItsProfile = profileTurn();
    void read(
      file,
      () => !isMine() || !isItsProfile() || paymentFlow.useFlow.getState().stage === 'reviewing',
    );
  };
  return (
    <div>
      <FileTrigger
        acceptedFileTypes={accepts}
        onSelect={(files) => {
          const [file] = files ?? [];
          if (file !== undefined) take(file);
        }}
      >
        <Button small kind="quiet" icon={icon} isDisabled={isDisabled}>
          {label}
        </Button>
      </FileTrigger>
    </div>
  );
}
