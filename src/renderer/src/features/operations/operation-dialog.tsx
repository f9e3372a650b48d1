import { Repeat } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { summaries } from '#protocol/catalogue/summaries.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs.tsx';
import { later } from '../../ui/later.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import { isPolicyForm } from './form/tried-policy.ts';
import type { OperationParameters } from './form/id-options.ts';
import type { OperationPanelProps } from './operation-panel.tsx';
import type { ResultViewProps } from './result/result-view.tsx';
import { OPERATION_TEXT } from './text.ts';

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
      wide={isPolicyForm(rest.operation) ? 'beside' : true}
      onClose={close}
      title={described?.summary ?? rest.operation}
      tag={<EffectTag effect={described?.effect ?? 'read'} />}
    >
      <LazyOperationPanel {...rest} onClose={close} onReviewing={setReviewing} />
    </Dialog>
  );
}

// The catalogue's schemas are read when a form is first asked for: the window's start does without them.
const Panel = later(async () => (await import('./operation-panel.tsx')).OperationPanel);

/** {@link OperationPanelProps}: any operation of the catalogue, loaded when it is first shown. */
export function LazyOperationPanel(props: OperationPanelProps): ReactNode {
  return (
    <Suspense
      fallback={
        <div aria-busy="true">
          <Skeleton lines={6} />
        </div>
      }
    >
      <Panel {...props} />
    </Suspense>
  );
}

/** {@link ResultView}, loaded when it is first shown. */
export const LazyResultView = later<ResultViewProps>(
  async () => (await import('./operation-panel.tsx')).ResultView,
);

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
