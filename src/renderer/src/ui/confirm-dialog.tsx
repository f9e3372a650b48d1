import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Effect } from '#protocol/catalogue/operation.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { EffectTag } from './effect-tag.tsx';
import { Refusal } from './refusal.tsx';
import type { Refused } from './refusal.tsx';
import { TextInput } from './text-input.tsx';
import { UI_TEXT } from './text.ts';

interface ConfirmDialogProps {
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  readonly effect: Effect;
  readonly title: string;
  readonly children: ReactNode;
  /** What the button says: the deed, not "OK". */
  readonly action: string;
  /** Must be typed before the button works: the name of what will be gone. */
  readonly typed?: string;
  readonly isPending?: boolean;
  readonly error?: Refused | null;
}

/** Asks before something that cannot be taken back. Cancel has the focus; the deed may need its name typed. */
export function ConfirmDialog({
  isOpen,
  ...rest
}: ConfirmDialogProps & { readonly isOpen: boolean }): ReactNode {
  return isOpen && <OpenDialog {...rest} />;
}

function OpenDialog({
  onClose,
  onConfirm,
  effect,
  title,
  children,
  action,
  typed,
  isPending,
  error,
}: ConfirmDialogProps): ReactNode {
  const [words, setWords] = useState('');
  const ready = typed === undefined || words.trim() === typed;
  const footer = (
    <>
      <Button autoFocus onPress={onClose} kbd="Esc">
        {UI_TEXT.cancel}
      </Button>
      <Button
        kind={effect === 'destroy' ? 'danger' : 'primary'}
        isDisabled={!ready}
        isPending={isPending ?? false}
        onPress={onConfirm}
      >
        {action}
      </Button>
    </>
  );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      tag={<EffectTag effect={effect} />}
      role="alertdialog"
      footer={footer}
    >
      {children}
      {typed !== undefined && (
        <TextInput label={UI_TEXT.confirm.type(typed)} value={words} onChange={setWords} spellCheck="false" />
      )}
      <Refusal error={error ?? null} />
    </Dialog>
  );
}
