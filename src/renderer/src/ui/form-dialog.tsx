import type { ReactNode } from 'react';
import type { Effect } from '#protocol/catalogue/operation.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialogs.tsx';
import { Form } from './fields.tsx';
import { Refusal, type Refused } from './notes.tsx';
import { EffectTag } from './tags.tsx';
import { UI_TEXT } from './text.ts';

interface FormDialogProps {
  /** Of the dialog, and of its form. */
  readonly title: string;
  readonly effect?: Effect;
  /** For forms with much in them. */
  readonly wide?: boolean;
  readonly onClose: () => void;
  readonly onSubmit: () => void;
  /** What the button says that Enter presses. */
  readonly submit: string;
  readonly isDisabled?: boolean;
  readonly isPending: boolean;
  /** Stands before Cancel. */
  readonly before?: ReactNode;
  readonly error: Refused | null;
  readonly children: ReactNode;
}

/** A dialog that is one form: its fields, why it was refused, Cancel, and what submits it. */
export function FormDialog({
  title,
  effect,
  wide = false,
  onClose,
  onSubmit,
  submit,
  isDisabled = false,
  isPending,
  before,
  error,
  children,
}: FormDialogProps): ReactNode {
  return (
    <Dialog
      isOpen
      wide={wide}
      onClose={onClose}
      title={title}
      tag={effect === undefined ? undefined : <EffectTag effect={effect} />}
    >
      <Form
        label={title}
        onSubmit={onSubmit}
        actions={
          <>
            {before}
            <Button onPress={onClose}>{UI_TEXT.cancel}</Button>
            <Button type="submit" kind="primary" isDisabled={isDisabled} isPending={isPending} kbd="⏎">
              {submit}
            </Button>
          </>
        }
      >
        {children}
        <Refusal error={error} />
      </Form>
    </Dialog>
  );
}
