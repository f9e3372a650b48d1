import { useState } from 'react';
import type { ReactNode } from 'react';
import { summaries } from '#protocol/catalogue/summaries.ts';
import { Dialog } from '../../ui/dialogs.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import { LazyOperationPanel } from './lazy-operation-panel.tsx';
import type { OperationPanelProps } from './operation-panel.tsx';

type OperationDialogProps = Omit<OperationPanelProps, 'onReviewing' | 'onClose'> & {
  readonly onClose: () => void;
};

/** Any operation of the catalogue in a dialog, from its form to what came of it. */
export function OperationDialog({ onClose, ...rest }: OperationDialogProps): ReactNode {
  const [isReviewing, setReviewing] = useState(false);
  const described = summaries.find(({ path }) => path === rest.operation);
  // While the approval surface is in front, that is where it is decided.
  const close = (): void => {
    if (!isReviewing) onClose();
  };
  return (
    <Dialog
      isOpen
      wide
      onClose={close}
      title={described?.summary ?? rest.operation}
      tag={<EffectTag effect={described?.effect ?? 'read'} />}
    >
      <LazyOperationPanel {...rest} onClose={close} onReviewing={setReviewing} />
    </Dialog>
  );
}
